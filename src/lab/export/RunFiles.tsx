import { useTranslations } from 'use-intl';
import { csvHead, originOf, type Provenance } from '../../charts/export.ts';
import { hdrText } from '../../charts/hdr-text.ts';
import { prose } from '../../charts/prose.ts';
import { bucketsOf } from '../../charts/quantiles.ts';
import { saveBlob, saveText } from '../../lib/download.ts';
import { foldedStacks, speedscope } from '../../model/analysis/cpu-stacks.ts';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { presentProvenance } from '../run/provenance.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import styles from './RunFiles.module.css';
import { eventsFile, type RecordedSide, tracedSides, traceFile } from './trace.ts';

/** Exports of the runs for other tools: trace, events, CPU time, percentiles. */

const NS_PER_US = 1000;
const NS_PER_MS = 1e6;

interface RunFile {
  /** Unique key. */
  readonly id: string;
  /** Label of the file type in the reader's language. */
  readonly label: string;
  /** Saves the file and announces it. */
  readonly save: () => Promise<void>;
}

export function useRunFiles(): readonly RunFile[] {
  const t = useTranslations('export.runs');
  const tExport = useTranslations('export');
  const { ends, duration } = useWords();
  const sides = useShownSides();
  const save = (file: string, type: string, text: string) => {
    saveText(file, text, type);
    announce(tExport('saved', { file }), { isVisible: true });
  };
  const traced = async () => {
    const { player } = run.getState();
    return player ? tracedSides(player, sides) : [];
  };
  /** The part of each run that the recording has, as text. */
  const partOf = (recorded: readonly RecordedSide[], origin: Provenance): string => {
    const parts = recorded.map(({ id, span }) => {
      const scenario = origin.sides.find((side) => side.id === id)?.scenario;
      const totalMs = (scenario?.run.warmupMs ?? 0) + (scenario?.run.measuredMs ?? 0);
      return t('part', { side: id.toUpperCase(), ...ends(span), total: duration(totalMs * NS_PER_MS) });
    });
    return parts.join(' ');
  };
  /** Saves the recorded part; file and announcement say which it is. */
  const saveRecorded = async (
    file: string,
    title: string,
    write: (recorded: readonly RecordedSide[], origin: Provenance) => Promise<Blob>,
  ) => {
    const recorded = await traced();
    const whole = await presentProvenance(title, t('recorded'), sides);
    const part = partOf(recorded, whole);
    saveBlob(file, await write(recorded, { ...whole, caption: part }));
    announce(prose([tExport('saved', { file }), part]), { isVisible: true });
  };
  const saveTrace = () => saveRecorded('roundtrip-trace.json', t('title'), traceFile);
  const saveEvents = () =>
    saveRecorded('roundtrip-events.csv', t('events'), (recorded, origin) =>
      eventsFile(recorded, csvHead(origin)),
    );
  const saveSpeedscope = () =>
    saveRecorded('roundtrip.speedscope.json', t('title'), async (recorded, origin) => {
      const program = ['Roundtrip', origin.engineVersion].filter(Boolean).join(' ');
      const head = { name: originOf(origin), exporter: `${program}, ${origin.link}`, otherData: origin };
      return new Blob([speedscope(recorded, head)], { type: 'application/json' });
    });
  // Folded stacks have no comments.
  const saveFolded = async () => save('roundtrip.folded.txt', 'text/plain', foldedStacks(await traced()));
  const saveHistogram = async (side: 'a' | 'b') => {
    const { summary } = run.getState()[side];
    if (!summary) return;
    const { meanUs, maxUs } = summary.responseTime;
    const exact = { meanNs: (meanUs ?? 0) * NS_PER_US, maxNs: (maxUs ?? 0) * NS_PER_US };
    const buckets = bucketsOf(summary.responseHistogram, summary.responseTime);
    const origin = await presentProvenance(t('histogram', { side: side.toUpperCase() }), t('recorded'), [
      side,
    ]);
    save(`roundtrip-${side}.hgrm`, 'text/plain', hdrText(buckets, exact, csvHead(origin)));
  };
  return [
    { id: 'trace', label: t('trace'), save: saveTrace },
    { id: 'events', label: t('events'), save: saveEvents },
    { id: 'speedscope', label: t('speedscope'), save: saveSpeedscope },
    { id: 'folded', label: t('folded'), save: saveFolded },
    ...sides.map((side) => ({
      id: `histogram.${side}`,
      label: t('histogram', { side: side.toUpperCase() }),
      save: () => saveHistogram(side),
    })),
  ];
}

/** The files of CPU time: they belong to the flame graph. */
const OF_CPU: readonly string[] = ['speedscope', 'folded'];

export interface RunFilesProps {
  /** All files, or those of CPU time. */
  readonly of: 'all' | 'cpu';
}

/** Menu entries of the exports. */
export function RunFiles({ of }: RunFilesProps) {
  const t = useTranslations('export.runs');
  const all = useRunFiles();
  const [title, note] = of === 'all' ? (['title', 'recorded'] as const) : (['cpu', 'cpuRecorded'] as const);
  const files = of === 'all' ? all : all.filter(({ id }) => OF_CPU.includes(id));
  return (
    <section className={styles.files} aria-label={t(title)}>
      <h3 className={styles.title}>{t(title)}</h3>
      <p className={styles.note}>{t(note)}</p>
      <div className={styles.buttons}>
        {files.map(({ id, label, save }) => (
          <Button key={id} onClick={save}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
