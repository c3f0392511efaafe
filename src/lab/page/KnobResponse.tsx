import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { responseOf } from '../../model/explain/response.ts';
import { comparedBy, sizeBy } from '../../model/explain/run-result.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { run, type SideRun } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';

/** Least time between two announcements, ms, so that the screen reader can finish. */
const QUIET_MS = 2000;

type Summaries = Readonly<Record<SideName, Pick<SideRun, 'summary'>>>;

export interface KnobResponseProps {
  /** The metrics before the first change. */
  readonly before: Summaries;
}

/** Announces the effect of a change, once both sides are simulated again. */
export function KnobResponse({ before }: KnobResponseProps) {
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  const respond = useResponse();
  /** The summaries of the last announcement. */
  const lastAnnounced = useRef(before);
  const quiet = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef<() => void>(undefined);
  useEffect(() => () => clearTimeout(quiet.current), []);
  useEffect(() => {
    if (a.isStale || b.isStale) return;
    const now = { a, b };
    latest.current = () => {
      const text = respond(lastAnnounced.current, now);
      lastAnnounced.current = now;
      latest.current = undefined;
      if (text === '') return;
      announce(text);
      quiet.current = setTimeout(() => {
        quiet.current = undefined;
        latest.current?.();
      }, QUIET_MS);
    };
    if (quiet.current === undefined) latest.current();
  }, [a, b, respond]);
  return null;
}

/** One sentence a side about the changed metrics; nothing for an unchanged side. */
function useResponse(): (before: Summaries, now: Summaries) => string {
  const t = useTranslations('describe.response');
  const resource = useTranslations('results.resources');
  const words = useWords();
  const sides = useShownSides();
  return (before, now) => {
    const by = comparedBy(sides.map((side) => now[side]));
    return sides
      .flatMap((side) => {
        const [from, to] = [before[side].summary, now[side].summary];
        const response = from && to && responseOf(from, to);
        if (!response) return [];
        const { waiting, busiest } = response;
        const said = [
          waiting
            ? t(waiting.to < waiting.from ? 'waitingFell' : 'waitingRose', {
                from: words.number(waiting.from),
                to: words.number(waiting.to),
              })
            : '',
          t('throughput', { by, value: words.number(to.throughput.perSec * sizeBy(by, to)) }),
          busiest ? t('busiest', { from: resource(busiest.from), to: resource(busiest.to) }) : '',
        ];
        return [t('side', { side: side.toUpperCase(), text: prose(said) })];
      })
      .join(' ');
  };
}
