import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { chainOf, endOf, mainReason, type Step, timeOf } from '../../model/analysis/chain.ts';
import { explanationsOf } from '../../model/analysis/explained.ts';
import { stayName } from '../../model/analysis/journey.ts';
import type { Lending } from '../../model/analysis/pool.ts';
import type { Reason, Share, WaitAttribution } from '../../model/analysis/wait-attribution.ts';
import { describeLane } from '../../stage/describe.ts';
import { activityName } from '../../stage/vocabulary.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { light } from '../marks/focus.ts';
import { useMessage } from '../stage-view/use-message.ts';
import { followRequest } from './follow.ts';
import type { Followed, Trail } from './follow-state.ts';
import styles from './Why.module.css';

export interface WhyProps {
  readonly followed: Followed;
  readonly trail: Trail;
  /** The phase in question, by its index in the journey; undefined = the longest. */
  readonly leg: number | undefined;
  /** Receives the newest step as one sentence. */
  readonly onStep: (step: string) => void;
}

/**
 * "Why was it waiting?": the resource that the request needed and its holder; each press goes one holder
 * further.
 */
export function Why({ followed, trail, leg, onStep }: WhyProps) {
  const t = useTranslations('follow.why');
  const explain = useTranslations('follow.explain');
  const words = useWords();
  const { recorded, journey } = trail;
  const [shown, setShown] = useState(1);
  const steps = useMemo(
    () => chainOf(recorded, journey, leg === undefined ? undefined : journey.legs[leg]),
    [recorded, journey, leg],
  );
  const visible = steps.slice(0, shown);
  const last = visible.at(-1);
  const title = useStepTitle();
  const newest = last ? title(last, visible.length === 1) : '';
  useEffect(() => onStep(newest), [newest, onStep]);
  if (!last) return null;
  const reason = mainReason(last.account);
  return (
    <section className={styles.why} aria-label={t('title')}>
      <h3 className={styles.title}>{t('title')}</h3>
      <p className={styles.note}>{t(leg === undefined ? 'longest' : 'chosen')}</p>
      <ol className={styles.steps}>
        {visible.map((step, i) => (
          <li key={`${step.request} ${step.account.phase}`} className={i > 0 ? styles.further : ''}>
            <StepText step={step} trail={trail} isFirst={i === 0}>
              <p className={styles.explain}>
                {prose(
                  explanationsOf(recorded, step.request, step.account).map(({ key, count = 0 }) =>
                    explain(key, { count }),
                  ),
                )}
              </p>
            </StepText>
            {i > 0 && (
              <Button
                variant="small"
                {...lights({ side: followed.side, request: step.request })}
                onClick={() => followRequest({ side: followed.side, request: step.request })}
              >
                {t('follow', { request: `#${step.request}` })}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div className={styles.actions}>
        {last.next && shown < steps.length ? (
          <Button variant="strong" onClick={() => setShown(shown + 1)}>
            {t('more', { request: `#${last.next.request}` })}
          </Button>
        ) : (
          <p>{t(`end.${endOf(last.account)}`, { time: words.duration(timeOf(last.account, reason)) })}</p>
        )}
        {shown > 1 && <Button onClick={() => setShown(1)}>{t('fewer')}</Button>}
      </div>
    </section>
  );
}

/** Pointing at a request highlights it. */
const lights = (request: Followed) => ({
  onPointerEnter: () => light(request),
  onPointerLeave: () => light(undefined),
  onFocus: () => light(request),
  onBlur: () => light(undefined),
});

/** A step in one sentence: "#20: on the wire to the server, for 332 µs." */
function useStepTitle(): (step: Step, isFirst: boolean) => string {
  const t = useTranslations('follow.why');
  const phase = useTranslations('phases.at');
  const words = useWords();
  return ({ request, account }, isFirst) =>
    t(isFirst ? 'step' : 'stepPart', {
      request: `#${request}`,
      phase: phase(stayName(account)),
      time: words.duration(account.toNs - account.fromNs),
    });
}

interface StepTextProps {
  readonly step: Step;
  readonly trail: Trail;
  readonly isFirst: boolean;
  readonly children: ReactNode;
}

/** One step: the request, its phase, the resource it needed, and the holders with their times. */
function StepText({ step, trail, isFirst, children }: StepTextProps) {
  const title = useStepTitle();
  const words = useWords();
  const { account } = step;
  const ns = account.toNs - account.fromNs;
  return (
    <div className={styles.step}>
      <p>
        <strong>{title(step, isFirst)}</strong>
      </p>
      {children}
      <p>
        <Needed step={step} trail={trail} />
      </p>
      <ul className={styles.shares}>
        {grouped(account).map((group) => (
          <li key={`${group.reason} ${group.activity}`}>
            <span className={styles.time}>{words.duration(group.ns)}</span>
            <span className={styles.meter} aria-hidden="true">
              <span style={{ inlineSize: `${ns > 0 ? (100 * group.ns) / ns : 0}%` }} />
            </span>
            <ShareText group={group} account={account} />
          </li>
        ))}
      </ul>
      <Cores cores={step.cores} />
      {step.lending && <Loans lending={step.lending} />}
    </div>
  );
}

function Needed({ step, trail }: { readonly step: Step; readonly trail: Trail }) {
  const t = useTranslations('follow.why.needs');
  const toText = useMessage();
  const { needed } = step.account;
  const lane = 'lane' in needed ? toText(describeLane(trail.recorded.layout, needed.lane)) : '';
  const connection = 'connection' in needed ? needed.connection + 1 : 0;
  const hasFailed = String(trail.recorded.excerpt.failureOf.has(step.request));
  return t(needed.kind, { lane, connection, hasFailed });
}

/** Shares with one reason; work for no single request is grouped by activity. */
interface Group {
  readonly reason: Reason;
  readonly activity: number;
  readonly ns: number;
  readonly count: number;
  readonly atOnce: number;
  /** Request of the largest share. */
  readonly request: number | undefined;
}

function grouped({ shares }: WaitAttribution): Group[] {
  const groups = new Map<string, Group>();
  for (const { reason, activity, atOnce, ns, request } of shares) {
    const key = `${reason} ${activity}`;
    const old = groups.get(key) ?? { reason, activity, atOnce, ns: 0, count: 0, request };
    groups.set(key, { ...old, ns: old.ns + ns, count: old.count + 1 });
  }
  return [...groups.values()].sort((left, right) => right.ns - left.ns);
}

function ShareText({ group, account }: { readonly group: Group; readonly account: WaitAttribution }) {
  const t = useTranslations('follow.why.share');
  const cause = useTranslations('follow.why.causes');
  const words = useWords();
  const activity = useTranslations('activity');
  const isHolder = account.needed.kind !== 'thread';
  const isOfPool = account.needed.kind === 'anyConnection';
  const named = group.reason === 'other' && isHolder ? 'holder' : group.reason;
  const key = isOfPool && named === 'free' ? 'notLent' : named;
  const causes = account.causes?.[group.reason === 'held' ? 'held' : 'late'] ?? [];
  const either = new Intl.ListFormat(words.language, { type: 'disjunction' });
  return t(key, {
    causes: causes.length > 0 ? either.format(causes.map((name) => cause(name))) : cause('none'),
    count: group.count,
    first: `#${group.request ?? ''}`,
    activity: activity(activityName(group.activity)),
    atOnce: words.number(group.atOnce),
    isKnown: group.request === undefined ? 'no' : 'yes',
  });
}

/** Most users of cores and of connections that are named. */
const MOST_USERS = 4;

/**
 * The longest holders of the pool's connections, and whether they had requested before the waiting request.
 */
function Loans({ lending: { loans, served, later } }: { readonly lending: Lending }) {
  const t = useTranslations('follow.why');
  const joiner = useTranslations('follow.swim');
  const words = useWords();
  if (loans.length === 0) return null;
  const list = loans
    .slice(0, MOST_USERS)
    .map(({ request, connection, fromNs, toNs }) =>
      t('loan', {
        request: `#${request}`,
        connection: connection + 1,
        time: words.duration(toNs - fromNs),
      }),
    )
    .join(joiner('joiner'));
  return (
    <>
      <p>{t('served', { served, later })}</p>
      <p className={styles.note}>{t('loans', { list })}</p>
    </>
  );
}

function Cores({ cores }: { readonly cores: readonly Share[] }) {
  const t = useTranslations('follow.why');
  const joiner = useTranslations('follow.swim');
  const activity = useTranslations('activity');
  const words = useWords();
  if (cores.length === 0) return null;
  const list = cores
    .slice(0, MOST_USERS)
    .map(({ request, activity: number, ns }) =>
      request === undefined
        ? t('coreChore', { activity: activity(activityName(number)), time: words.duration(ns) })
        : t('coreRequest', { request: `#${request}`, time: words.duration(ns) }),
    )
    .join(joiner('joiner'));
  return <p className={styles.note}>{t('cores', { list })}</p>;
}
