import { cautionsOf } from '../../model/explain/all-cautions.ts';
import type { Caution } from '../../model/explain/cautions.ts';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { CautionNote } from './CautionNote.tsx';

export interface CautionNotesProps {
  /** A caution that is not shown here. */
  readonly omits: Caution['code'] | undefined;
}

/** What limits the trust in the figures of the shown sides. */
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
    <CautionNote key={`${side} ${caution.code}`} side={side} caution={caution} beside={all} />
  ));
}
