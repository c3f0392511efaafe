import { useMemo } from 'react';
import { ProblemList } from '../ui/ProblemList.tsx';
import { useStore } from '../ui/use-store.ts';
import { sweeps } from './sweep-state.ts';

/** Parts of the form that show their problems; all other problems belong to a file or a link. */
export type FormPart = 'axes.0' | 'axes.1' | 'series' | 'file';

function partOf(path: string): FormPart {
  if (path.startsWith('axes.1')) return 'axes.1';
  if (path.startsWith('axes')) return 'axes.0';
  return path.startsWith('series') ? 'series' : 'file';
}

/** Problems of a part of the definition, next to its fields; those of a refused file, below its button. */
export function SweepProblems({ part }: { readonly part: FormPart }) {
  const all = useStore(sweeps, (state) => state.problems);
  const isRefused = useStore(sweeps, (state) => state.isRefused);
  const problems = useMemo(
    () => all.filter(({ path }) => (isRefused ? 'file' : partOf(path)) === part),
    [all, isRefused, part],
  );
  return <ProblemList problems={problems} takesFocus />;
}
