import { useTranslations } from 'use-intl';
import { applyEdits } from '../../model/scenario/apply-edits.ts';
import { type Branch, pathTo } from '../../model/scenario/branches.ts';
import { type diff, getAt, type Json } from '../../model/scenario/patch.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { experiment } from '../settings/experiment-state.ts';
import { rootOf } from './branch.ts';
import { useChangesText } from './ChangeNames.tsx';

export interface BranchWords {
  /** "B1": the number assigned at creation. */
  readonly label: (index: number) => string;
  /** Its name, or else its changes. */
  readonly titleOf: (index: number) => string;
  /** Its changes to the run it leaves. */
  readonly changesOf: (index: number) => string;
  /** "B2 · Pool size 8 → 50, at 12.3 ms of B1". */
  readonly nameOf: (index: number) => string;
}

/** Texts about the branches of a tree. */
export function useBranchWords(branches: readonly Branch[]): BranchWords {
  const t = useTranslations('branch');
  const words = useWords();
  const changesText = useChangesText();
  const { a, earlier } = useStore(experiment);
  const label = (index: number) => `B${branches[index]?.number}`;
  const changesOf = (index: number) => {
    const branch = branches[index];
    const path = pathTo(branches, branch?.parent);
    const parentValue = path.reduce<unknown>(
      (scenario, at) => applyEdits(scenario, branches[at]?.edits ?? {}),
      a && rootOf(a, earlier).scenario,
    );
    return changesText(branch ? differences(branch, parentValue) : []) || t('nothing');
  };
  const titleOf = (index: number) => branches[index]?.name || changesOf(index);
  const nameOf = (index: number) => {
    const branch = branches[index];
    if (!branch) return '';
    return t('item', {
      label: label(index),
      title:
        branch.name === '' ? changesOf(index) : t('named', { name: branch.name, changes: changesOf(index) }),
      time: words.duration(branch.atNs),
      parent: branch.parent === undefined ? 'none' : label(branch.parent),
    });
  };
  return { label, titleOf, changesOf, nameOf };
}

/** The changes of a branch to the run it leaves. */
const differences = ({ edits }: Branch, parentValue: unknown): ReturnType<typeof diff> =>
  Object.entries(edits).map(([path, to]) => {
    const from = getAt(parentValue, path) as Json | undefined;
    return { path, ...(from === undefined ? {} : { from }), ...(to === null ? {} : { to }) };
  });
