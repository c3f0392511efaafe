import { useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import type { Caution } from '../../model/explain/cautions.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { Sentence } from '../../ui/ProblemList.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords, type Words } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { openPanel } from '../appearance/appearance.ts';
import { run } from '../run/run-state.ts';
import { edit } from '../settings/edit.ts';
import styles from './CautionNote.module.css';

export type Growing = Extract<Caution, { code: 'MODEL-03' }>;

export interface GrowingSide {
  readonly side: SideName;
  readonly caution: Growing;
}

const NS_PER_US = 1000;

const numbersOf = (caution: Growing, words: Words) => ({
  offered: words.number(caution.offeredPerSec),
  done: words.number(caution.donePerSec),
  part: words.percent(caution.offeredPerSec / caution.donePerSec),
  waiting: words.count(caution.waiting),
  backlog: words.count(caution.backlog),
});

/**
 * A queue that grows without limit, on one side or both: one text with each side's numbers, and the remedies.
 */
export function GrowingNote({ sides }: { readonly sides: readonly GrowingSide[] }) {
  const t = useTranslations('note.growing');
  const words = useWords();
  const times = useTimes();
  const [first, ...others] = sides;
  if (!first) return null;
  const { code } = first.caution;
  if (others.length === 0)
    return (
      <p className={styles.note} data-caution={code}>
        <SideBadge side={first.side} />{' '}
        <Sentence problem={{ code, path: 'workload.arrivals', facts: numbersOf(first.caution, words) }} />{' '}
        {times(first.side)} <ProblemCode code={code} /> <WaysOut sides={sides} />
      </p>
    );
  return (
    <div className={styles.note} data-caution={code}>
      <p>
        {t('both')} <ProblemCode code={code} /> <WaysOut sides={sides} />
      </p>
      {sides.map(({ side, caution }) => (
        <p key={side}>
          <SideBadge side={side} /> {prose([t('side', numbersOf(caution, words)), times(side)])}
        </p>
      ))}
    </div>
  );
}

/** Times instead of a mean: of the completed requests, and the oldest wait; nothing without both. */
function useTimes(): (side: SideName) => string {
  const t = useTranslations('note.growing');
  const { duration } = useWords();
  const { a, b } = useStore(run);
  return (side) => {
    const { summary } = { a, b }[side];
    const { meanUs = null } = summary?.responseTime ?? {};
    const { oldestInProgressUs = null } = summary?.requests ?? {};
    if (meanUs === null || oldestInProgressUs === null) return '';
    return t('times', {
      mean: duration(meanUs * NS_PER_US),
      oldest: duration(oldestInProgressUs * NS_PER_US),
    });
  };
}

function WaysOut({ sides }: { readonly sides: readonly GrowingSide[] }) {
  const t = useTranslations('note.caution');
  const { count } = useWords();
  const bounds = [...new Set(sides.map(({ caution }) => count(caution.bound)))].join(' · ');
  const bound = () => {
    for (const { side, caution } of sides)
      void edit([side], { 'workload.arrivals.maxBacklog': caution.bound });
  };
  const close = () => {
    for (const { side, caution } of sides)
      void edit([side], { 'workload.arrivals': { kind: 'closed', callers: caution.bound } });
  };
  return (
    <>
      <Guarded name="workload.arrivals.maxBacklog">
        <Button variant="small" onClick={bound}>
          {t('bound', { count: bounds })}
        </Button>
      </Guarded>{' '}
      <Guarded name="workload.arrivals">
        <Button variant="small" onClick={close}>
          {t('closed')}
        </Button>
      </Guarded>{' '}
      <Guarded name="why">
        <Button variant="small" onClick={() => openPanel('why')}>
          {t('why')}
        </Button>
      </Guarded>
    </>
  );
}
