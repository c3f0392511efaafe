import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { branchesOf, leaveBranch, resetToTrunk } from '../../actions/branch.ts';
import { MOST_BRANCHES } from '../../scenario/branches.ts';
import { isPoolSmaller, obstacles } from '../../scenario/course.ts';
import { diff } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { past } from '../../stores/past.ts';
import { run } from '../../stores/run.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './BranchBar.module.css';
import { BranchTree } from './BranchTree.tsx';
import { useChangesText } from './use-changes-text.ts';

/** Says that B is a branch of A: from when on, what was changed, and what cannot be; and which other branches there are. */
export function BranchBar() {
  return (
    <PartTexts part="branch">
      <Bar />
    </PartTexts>
  );
}

function Bar() {
  const t = useTranslations('branch');
  const state = useStore(experiment);
  const branches = branchesOf(state);
  const isFull = useStore(past, (state) => state.isFull);
  const isAlone = branches.length === 1 && state.branches === undefined;
  if (branches.length === 0) return null;
  return (
    <aside className={styles.bar} aria-label={t('title')}>
      <Present />
      {isFull && (
        <p className={styles.text} role="status">
          {t('full', { most: MOST_BRANCHES })}
        </p>
      )}
      {!isAlone && <BranchTree branches={branches} />}
    </aside>
  );
}

/** Settings that stand in a branch's way and are named; of another kind of client, nearly all would be. */
const MOST_NAMED = 4;

/** The branch on screen: what it is, and what one can do with it. */
function Present() {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b, branchNs } = useStore(experiment);
  const player = useStore(run, (state) => state.player);
  const changesText = useChangesText();
  if (!a || !b || branchNs === undefined) return null;
  const time = words.duration(branchNs);
  const blocked = obstacles(a.scenario, b.scenario);
  const changes = changesText(diff(a.scenario, b.scenario));
  const names = blocked.map((path) => words.labelOf(path) ?? path);
  return (
    <>
      <p className={styles.text} role="status">
        <SideBadge side="b" />{' '}
        {blocked.length > 0
          ? t('blocked', {
              names: names.slice(0, MOST_NAMED).join(t('joiner')),
              more: Math.max(0, names.length - MOST_NAMED),
            })
          : changes !== ''
            ? t('changed', { time, changes })
            : t('begun', { time })}
        {blocked.length === 0 && isPoolSmaller(a.scenario, b.scenario) && (
          <> {t('shrunk', { maxIdle: words.labelOf('client.connections.maxIdle') ?? '' })}</>
        )}
      </p>
      <span className={styles.buttons}>
        {blocked.length > 0 && (
          <Button look="small" onClick={() => void resetToTrunk(blocked)}>
            {t('putBack')}
          </Button>
        )}
        <Button look="small" onClick={() => player?.seek(branchNs)}>
          {t('goThere', { time })}
        </Button>
        <Button look="small" onClick={leaveBranch}>
          {t('leave')}
        </Button>
      </span>
    </>
  );
}
