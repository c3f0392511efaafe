import { useTranslations } from 'use-intl';
import { cautionsOf } from '../../model/explain/all-cautions.ts';
import type { Caution } from '../../model/explain/cautions.ts';
import type { Problem, SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { ProblemCode } from '../../ui/ProblemCode.tsx';
import { Sentence } from '../../ui/ProblemList.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords, type Words } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { edit } from '../settings/edit.ts';
import { SIDES } from '../settings/experiment-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './CautionNote.module.css';
import { type Growing, GrowingNote } from './GrowingNote.tsx';

export interface CautionNoteProps {
  readonly side: SideName;
  readonly caution: Caution;
  /** All cautions shown together, this one included. */
  readonly cautions: readonly { readonly side: SideName; readonly caution: Caution }[];
}

/** Why a metric of a side is unreliable, with the remedies, and its code behind a button. */
export function CautionNote(props: CautionNoteProps) {
  const { side, caution, cautions } = props;
  const words = useWords();
  if (isGrowing(caution)) {
    // The common part of both sides is shown once, with the first.
    const growing = cautions.flatMap((other) =>
      isGrowing(other.caution) ? [{ side: other.side, caution: other.caution }] : [],
    );
    return growing[0]?.caution === caution ? <GrowingNote sides={growing} /> : null;
  }
  return (
    <p className={styles.note} data-caution={caution.code}>
      <SideBadge side={side} /> <Sentence problem={problemOf(caution, words)} />{' '}
      <ProblemCode code={caution.code} />
      <WaysOut caution={caution} cautions={cautions} />
    </p>
  );
}

/** Cautions of a single side. */
type Single = Exclude<Caution, Growing>;
const isGrowing = (caution: Caution): caution is Growing => caution.code === 'MODEL-03';

const MEGABYTE = 1e6;
const NS_PER_US = 1e3;
const US_PER_MS = 1e3;
const NS_PER_MS = 1e6;

function problemOf(caution: Single, words: Words): Problem {
  const { code } = caution;
  switch (code) {
    case 'MODEL-05':
      return {
        code,
        path: 'run.measuredMs',
        facts: {
          count: caution.count,
          percentile: caution.percentile === 'p999' ? 'p99.9' : caution.percentile,
          needed: words.count(caution.needed),
        },
      };
    case 'MODEL-06':
      return {
        code,
        path: 'run.measuredMs',
        facts: {
          isTooFar: String(caution.rttUs >= caution.ranMs * US_PER_MS),
          rtt: words.duration(caution.rttUs * NS_PER_US),
          ran: words.duration(caution.ranMs * NS_PER_MS),
        },
      };
    case 'MODEL-07': {
      const { failed, shed, part, isAll } = caution;
      const facts = { failed: words.count(failed), shed: words.count(shed), part: words.percent(part) };
      return {
        code,
        path: 'requests',
        facts: {
          ...facts,
          isAll: String(isAll),
          which: shed === 0 ? 'failed' : failed === 0 ? 'shed' : 'both',
        },
      };
    }
    case 'MEM-01': {
      const megabytes = (bytes: number) => words.number(bytes / MEGABYTE);
      return {
        code,
        path: 'run.measuredMs',
        facts: { whole: megabytes(caution.bytes), kept: megabytes(caution.keptBytes) },
      };
    }
  }
}

type TooShort = Extract<Caution, { code: 'MODEL-05' | 'MODEL-06' }>;
const isTooShort = (caution: Caution): caution is TooShort =>
  caution.code === 'MODEL-05' || caution.code === 'MODEL-06';

/** A measured time with replies, ms; without any reply, ten times the time that was too short. */
const enoughMs = (caution: TooShort): number =>
  caution.code === 'MODEL-05'
    ? caution.measuredMs
    : Math.ceil(10 * Math.max(caution.rttUs / US_PER_MS, caution.ranMs));

function WaysOut({ caution, cautions }: Pick<CautionNoteProps, 'cautions'> & { readonly caution: Single }) {
  const t = useTranslations('note.caution');
  const { duration } = useWords();
  switch (caution.code) {
    case 'MODEL-05':
    case 'MODEL-06': {
      // Runs of different lengths are not compared: the last of these notes has one button with a length that
      // suits both.
      const short = cautions.map((other) => other.caution).filter(isTooShort);
      if (short.at(-1) !== caution) return null;
      const measuredMs = Math.max(...short.map(enoughMs));
      return (
        <Guarded name="run.measuredMs">
          <Button variant="small" onClick={() => void edit(SIDES, { 'run.measuredMs': measuredMs })}>
            {t('longer', { time: duration(measuredMs * NS_PER_MS) })}
          </Button>
        </Guarded>
      );
    }
    case 'MODEL-07':
    case 'MEM-01':
      return null;
  }
}

export interface CautionNotesProps {
  /** A caution that is shown elsewhere. */
  readonly omits: Caution['code'] | undefined;
}

/** Cautions about the metrics of the visible sides. */
export function CautionNotes({ omits }: CautionNotesProps) {
  const sides = useShownSides();
  const { a, b, played, player } = useStore(run);
  const all = sides.flatMap((side) => {
    const { summary, isStale } = { a, b }[side];
    const course = played?.[side];
    const { scenario } = course?.changes?.at(-1) ?? course ?? {};
    const track = player?.tracks.find(({ id }) => id === side);
    if (!summary || isStale || !scenario || !track) return [];
    const { layout, recording, limitBytes } = track;
    const shown = { endNs: layout.endNs, bytesPerNs: recording.bytesPerNs, limitBytes };
    return cautionsOf(scenario, summary, shown)
      .filter(({ code }) => code !== omits)
      .map((caution) => ({ side, caution }));
  });
  return all.map(({ side, caution }) => (
    <CautionNote key={`${side} ${caution.code}`} side={side} caution={caution} cautions={all} />
  ));
}
