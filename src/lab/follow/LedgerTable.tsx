import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { longTime, toHumanScale } from '../../model/analysis/human-scale.ts';
import { endingOf, type Journey, legAt, type PhaseName, stayName } from '../../model/analysis/journey.ts';
import {
  type ComparedLine,
  compareLedgers,
  type Ledger,
  type LedgerLine,
  ledgerOf,
} from '../../model/analysis/ledger.ts';
import { phases } from '../../model/engine/generated/abi.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { SortHeader, useSorting } from '../../ui/sorting.tsx';
import { useWords } from '../../ui/texts.tsx';
import { timeOn } from '../../ui/track-time.ts';
import { useStore } from '../../ui/use-store.ts';
import { light, pointAt } from '../marks/focus.ts';
import { focus } from '../marks/focus-state.ts';
import { playhead, run } from '../run/run-state.ts';
import { SaveChart } from '../shared/SaveButton.tsx';
import { addsOf, endsOf } from './adds.ts';
import { type Followed, follow, type Trail } from './follow-state.ts';
import styles from './LedgerTable.module.css';

type LedgerColumn = 'phase' | 'time' | 'share' | 'comparedTime' | 'difference';

/** Sort keys: times and shares by value; names depend on the language. */
const CELLS = {
  time: ({ first }: ComparedLine) => first?.ns,
  share: ({ first }: ComparedLine) => first?.share,
  comparedTime: ({ second }: ComparedLine) => second?.ns,
  difference: ({ differenceNs }: ComparedLine) => differenceNs,
} as const;

export interface LedgerTableProps {
  readonly followed: Followed;
  readonly trail: Trail;
  readonly compared?: { readonly followed: Followed; readonly trail: Trail };
}

/**
 * The time ledger of a request in ns, at first in order of time. The chosen line is the subject of "Why?".
 */
export function LedgerTable({ followed, trail, compared }: LedgerTableProps) {
  const t = useTranslations('follow.ledger');
  const words = useWords();
  const name = useTranslations('phases.names');
  const { journey } = trail;
  const ledger = ledgerOf(journey);
  const other = compared && ledgerOf(compared.trail.journey);
  const lines = compareLedgers(ledger, other ?? ledger, phases);
  const sorting = useSorting<LedgerColumn>();
  const shown = sorting.rows(lines, (line, column) =>
    column === 'phase' ? name(stayName(line)) : CELLS[column](line),
  );
  const body = useMarkedPhase(followed.side, journey);
  const chosen = useStore(follow, (state) => state.leg);
  const chosenPhase = chosen === undefined ? undefined : journey.legs[chosen]?.phase;
  const request = `#${journey.id}`;
  const second = `#${compared?.trail.journey.id}`;
  const ends = endsOf([journey, ...(compared ? [compared.trail.journey] : [])].map(endingOf));
  const caption = compared
    ? t('captionBoth', { request, other: second, ends })
    : t('caption', { request, ends });
  const total = t('total', { ends });
  const wholes = [
    { journey, ns: ledger.totalNs },
    ...(compared && other ? [{ journey: compared.trail.journey, ns: other.totalNs }] : []),
  ].filter(({ journey: { isWhole } }) => isWhole);
  const sums = wholes.map(({ journey, ns }) => ({
    request: `#${journey.id}`,
    ns: words.count(ns),
    ending: endingOf(journey),
  }));
  const adds = addsOf(t, sums, compared !== undefined);
  const signed = (ns: number) =>
    ns === 0 ? t('same') : t(ns > 0 ? 'more' : 'less', { ns: words.count(Math.abs(ns)) });
  const choose = (phase: PhaseName) => {
    const leg = longest(journey, phase);
    follow.setState({ leg: leg === chosen ? undefined : leg });
  };
  const time = (line: LedgerLine | undefined) => (
    <td className={styles.number}>
      {line ? t('ns', { ns: words.count(line.ns) }) : '–'}
      {line && line.stays > 1 && <small> {t('stays', { count: line.stays })}</small>}
    </td>
  );
  return (
    <section className={styles.ledger} aria-label={t('title')}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <SortHeader column="phase" sorting={sorting}>
              {t('phase')}
            </SortHeader>
            <SortHeader column="time" sorting={sorting} className={styles.number}>
              <SideBadge side={followed.side} /> {request}
            </SortHeader>
            {compared ? (
              <>
                <SortHeader column="comparedTime" sorting={sorting} className={styles.number}>
                  <SideBadge side={compared.followed.side} /> {second}
                </SortHeader>
                <SortHeader column="difference" sorting={sorting} className={styles.number}>
                  {t('difference')}
                </SortHeader>
              </>
            ) : (
              <SortHeader column="share" sorting={sorting}>
                {t('share')}
              </SortHeader>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map(({ phase, takes, first: line, second: comparedTime, differenceNs }) => (
            <tr key={phase} data-phase={phase} {...(line ? pointing(followed, journey, phase) : {})}>
              <th scope="row">
                {line ? (
                  <button
                    type="button"
                    className={styles.phase}
                    aria-pressed={phase === chosenPhase}
                    onClick={() => choose(phase)}
                  >
                    {name(stayName({ phase, takes }))}
                  </button>
                ) : (
                  name(stayName({ phase, takes }))
                )}
              </th>
              {time(line)}
              {compared ? (
                <>
                  {time(comparedTime)}
                  <td className={styles.number}>{signed(differenceNs)}</td>
                </>
              ) : (
                <td className={styles.share}>
                  <span className={styles.bar} style={{ inlineSize: `${(line?.share ?? 0) * 100}%` }} />
                  <span>{words.percent(line?.share ?? 0)}</span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{total}</th>
            <td className={styles.number}>{t('ns', { ns: words.count(ledger.totalNs) })}</td>
            {other ? (
              <>
                <td className={styles.number}>{t('ns', { ns: words.count(other.totalNs) })}</td>
                <td className={styles.number}>{signed(other.totalNs - ledger.totalNs)}</td>
              </>
            ) : (
              <td className={styles.share}>{words.duration(ledger.totalNs)}</td>
            )}
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>{prose([adds, t('hint')])}</p>
      <AsIf ledger={ledger} request={request} />
      <SaveChart
        chart={{
          id: 'time-ledger',
          title: t('title'),
          description: caption,
          table: () => ({
            caption,
            columns: [
              { title: t('phase'), unit: 'text' },
              { title: request, unit: 'ns' },
              { title: t('times', { request }), unit: 'number' },
              ...(compared
                ? ([
                    { title: second, unit: 'ns' },
                    { title: t('times', { request: second }), unit: 'number' },
                    { title: t('difference'), unit: 'ns' },
                  ] as const)
                : ([{ title: t('share'), unit: 'share' }] as const)),
            ],
            rows: [
              ...lines.map(({ phase, takes, first: line, second: comparedTime, differenceNs }) => [
                name(stayName({ phase, takes })),
                line?.ns,
                line?.stays,
                ...(compared ? [comparedTime?.ns, comparedTime?.stays, differenceNs] : [line?.share]),
              ]),
              [
                total,
                ledger.totalNs,
                undefined,
                ...(other ? [other.totalNs, undefined, other.totalNs - ledger.totalNs] : [1]),
              ],
            ],
          }),
        }}
      />
    </section>
  );
}

/** Pointing at a line shows the request in the middle of its longest stay in that phase. */
function pointing(followed: Followed, journey: Journey, phase: PhaseName) {
  const point = () => {
    const leg = journey.legs[longest(journey, phase)];
    if (leg) pointAt((leg.fromNs + leg.toNs) / 2);
    light(followed);
  };
  const leave = () => {
    pointAt(undefined);
    light(undefined);
  };
  return { onPointerEnter: point, onPointerLeave: leave, onFocus: point, onBlur: leave };
}

/** The same times at human scale, on demand. */
function AsIf({ ledger, request }: { readonly ledger: Ledger; readonly request: string }) {
  const t = useTranslations('follow.ledger.asIf');
  const name = useTranslations('phases.names');
  const words = useWords();
  const locale = useLocale();
  const asIf = toHumanScale(ledger);
  if (!asIf) return null;
  const { unit, longest, longestSec, totalSec } = asIf;
  return (
    <details className={styles.note}>
      <summary>{t('ask')}</summary>
      <p>
        {t('say', {
          request,
          unit: name(stayName(unit)),
          unitTime: words.duration(unit.ns),
          longest: name(stayName(longest)),
          longestTime: words.duration(longest.ns),
          longestSec: longTime(longestSec, locale),
          totalSec: longTime(totalSec, locale),
        })}
      </p>
    </details>
  );
}

/** The longest stay in a phase, by its index in the journey. */
function longest({ legs }: Journey, phase: PhaseName): number {
  let found = -1;
  for (const [i, leg] of legs.entries()) {
    const best = legs[found];
    if (leg.phase === phase && (!best || leg.toNs - leg.fromNs > best.toNs - best.fromNs)) found = i;
  }
  return found;
}

/** Marks the line of the phase at the pointed instant or else the playhead, without a render. */
function useMarkedPhase(side: SideName, journey: Journey) {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const mark = () => {
      const { player } = run.getState();
      const { pointedNs } = focus.getState();
      const phase = player && legAt(journey, pointedNs ?? timeOn(player, side))?.phase;
      for (const row of body.current?.rows ?? [])
        row.toggleAttribute('data-now', row.dataset.phase === phase);
    };
    mark();
    const ends = [playhead.subscribe(mark), focus.subscribe(mark)];
    return () => {
      for (const end of ends) end();
    };
  });
  return body;
}
