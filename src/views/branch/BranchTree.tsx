import { type CSSProperties, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { deleteBranch, renameBranch, showBranch } from '../../actions/branch.ts';
import type { Branch } from '../../scenario/branches.ts';
import { type diff, getAt, type Json } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { run } from '../../stores/run.ts';
import { Button } from '../shared/Button.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './BranchTree.module.css';
import { useChangesText } from './use-changes-text.ts';

/** The branches of A, each where it leaves the run: to be shown, named, forgotten. */
export function BranchTree({ branches }: { readonly branches: readonly Branch[] }) {
  const t = useTranslations('branch');
  return (
    <ol className={styles.tree} aria-label={t('all')}>
      {branches.map((branch, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a branch is known by its place
        <Row key={index} branch={branch} index={index} />
      ))}
    </ol>
  );
}

function Row({ branch, index }: { readonly branch: Branch; readonly index: number }) {
  const t = useTranslations('branch');
  const words = useWords();
  const changesText = useChangesText();
  const [isNaming, setIsNaming] = useState(false);
  const endNs = useStore(run, ({ player }) => player?.playhead.endNs ?? 1);
  const trunk = useStore(experiment, ({ a }) => a?.scenario);
  const { name, isShown, atNs } = branch;
  const time = words.duration(atNs);
  const changes = changesText(differences(branch, trunk)) || t('nothing');
  const title = name || changes;
  return (
    <li className={styles.row} style={{ '--at': Math.min(1, atNs / endNs) } as CSSProperties}>
      <span className={styles.rail} aria-hidden="true" />
      {isNaming ? (
        <form
          className={styles.naming}
          onSubmit={(event) => {
            event.preventDefault();
            renameBranch(index, String(new FormData(event.currentTarget).get('name')));
            setIsNaming(false);
          }}
        >
          <input
            name="name"
            className={styles.name}
            defaultValue={name}
            placeholder={changes}
            aria-label={t('name')}
            maxLength={60}
            ref={(input) => input?.focus()}
            onKeyDown={(event) => event.key === 'Escape' && setIsNaming(false)}
          />
          <Button look="small" type="submit">
            {t('done')}
          </Button>
        </form>
      ) : (
        <>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={isShown}
            onClick={() => void showBranch(index)}
          >
            <span className={styles.title}>{title}</span>{' '}
            <span className={styles.since}>{name ? t('since', { time, changes }) : t('from', { time })}</span>
          </button>
          <Button look="small" aria-label={t('renameOf', { title })} onClick={() => setIsNaming(true)}>
            {t('rename')}
          </Button>
          {!isShown && (
            <Button look="small" aria-label={t('forgetOf', { title })} onClick={() => deleteBranch(index)}>
              {t('forget')}
            </Button>
          )}
        </>
      )}
    </li>
  );
}

/** What a branch changes of the run it leaves. */
const differences = ({ edits }: Branch, trunk: unknown): ReturnType<typeof diff> =>
  Object.entries(edits).map(([path, to]) => {
    const from = getAt(trunk, path) as Json | undefined;
    return { path, ...(from === undefined ? {} : { from }), ...(to === null ? {} : { to }) };
  });
