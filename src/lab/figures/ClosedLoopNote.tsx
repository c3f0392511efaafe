import { OmissionNote } from './OmissionNote.tsx';
import { useAskingIntervals } from './use-asking-intervals.ts';

/** The word that stalls of closed loops reduce their load, with the way to see it otherwise, for figures outside the charts. */
export function ClosedLoopNote() {
  const intervals = useAskingIntervals();
  if (Object.keys(intervals).length === 0) return null;
  return <OmissionNote intervals={intervals} isOnTime={false} />;
}
