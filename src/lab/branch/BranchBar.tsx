import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { prose } from '../../charts/prose.ts';
import { type Branch, MAX_BRANCHES } from '../../model/scenario/branches.ts';
import { isPoolSmaller, obstacles } from '../../model/scenario/course.ts';
import type { Scenario } from '../../model/scenario/generated/scenario.ts';
import { diff } from '../../model/scenario/patch.ts';
import { Button } from '../../ui/Button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import { experiment, legsOf } from '../settings/experiment-state.ts';
import styles from './BranchBar.module.css';
import { BranchTree } from './BranchTree.tsx';
import { branchesOf, branchFrom, bringBack, leaveBranch, resetToTrunk } from './branch.ts';
import { ChangeNames, useChangesText } from './ChangeNames.tsx';
import { closeRestarted, startOver } from './mid-run-edit.ts';
import { midRunEdit } from './mid-run-edit-state.ts';
import { useBranchWords } from './use-branch-words.ts';

/** Blocking settings that are named. With another kind of client nearly all settings block. */
const MOST_NAMED = 4;

/** The settings that prevent a branch, as values of the sentence that names them. */
export function useBlockedValues(): (paths: readonly string[]) => { names: string; more: number } {
  const t = useTranslations('branch');
  const words = useWords();
  return (paths) => {
    const names = paths.map((path) => words.labelOf(path) ?? path);
    return {
      names: names.slice(0, MOST_NAMED).join(t('joiner')),
      more: Math.max(0, names.length - MOST_NAMED),
    };
  };
}

/**
 * The bar of the branch on screen: since when, what it changes, what it cannot change; and the other
 * branches.
 */
export function BranchBar() {
  const t = useTranslations('branch');
  const state = useStore(experiment);
  const branches = branchesOf(state);
  const { refusal, forgotten } = useStore(midRunEdit);
  const isAlone = branches.length === 1 && state.branches === undefined;
  const place = useRef<HTMLElement>(null);
  useKeptFocus(place, branches.length > 0 || forgotten !== undefined);
  if (branches.length === 0 && !forgotten) return null;
  return (
    <aside ref={place} tabIndex={-1} className={styles.bar} aria-label={t('title')}>
      <ChangeNames />
      <PresentA branches={branches} />
      <Present branches={branches} />
      {refusal && (
        <p className={styles.text} role="status">
          {t(refusal, { most: MAX_BRANCHES })}
        </p>
      )}
      {forgotten && (
        <p className={styles.text} role="status">
          {t('forgotten', { count: forgotten.count })}{' '}
          <Button variant="small" onClick={bringBack}>
            {t('bringBack')}
          </Button>
        </p>
      )}
      {!isAlone && branches.length > 0 && <BranchTree branches={branches} />}
    </aside>
  );
}

/** Describes A when A is a branch itself. */
function PresentA({ branches }: { readonly branches: readonly Branch[] }) {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, earlier } = useStore(experiment);
  const blockedValues = useBlockedValues();
  const { label, titleOf } = useBranchWords(branches);
  const index = branches.findIndex(({ side }) => side === 'a');
  const before = earlier.at(-1);
  if (!a || !before || index < 0) return null;
  const blocked = earlier.flatMap(({ scenario }, at) =>
    obstacles(scenario, earlier[at + 1]?.scenario ?? a.scenario),
  );
  return (
    <>
      <p className={styles.text} role="status">
        <SideBadge side="a" />{' '}
        {blocked.length > 0
          ? t('blocked', blockedValues(blocked))
          : t('isBranch', {
              label: label(index),
              title: titleOf(index),
              time: words.duration(before.untilNs),
            })}
      </p>
      {blocked.length > 0 && (
        <span className={styles.buttons}>
          <Button variant="small" onClick={() => void resetToTrunk('a', blocked)}>
            {t('putBack')}
          </Button>
        </span>
      )}
    </>
  );
}

/** Describes the branch on screen and offers its actions. */
function Present({ branches }: { readonly branches: readonly Branch[] }) {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b, branchNs } = useStore(experiment);
  const player = useStore(run, (state) => state.player);
  const { newBranch, replaced } = useStore(midRunEdit);
  const blockedValues = useBlockedValues();
  const changesText = useChangesText();
  const was = useReplaced();
  if (!a || !b || branchNs === undefined) return null;
  const time = words.duration(branchNs);
  const blocked = obstacles(a.scenario, b.scenario);
  const changes = changesText(diff(a.scenario, b.scenario));
  // B leaves another branch: the change may be about that one instead.
  const isNested =
    newBranch?.before.branchNs !== undefined && legsOf(newBranch.before, newBranch.parentSide).length > 0;
  const more = [
    blocked.length > 0
      ? t('changeable')
      : changes === ''
        ? t('sameSeed')
        : t('figures', { begin: words.duration(figuresFrom(a.scenario, branchNs)) }),
    blocked.length === 0 && isPoolSmaller(a.scenario, b.scenario) ? t('shrunk') : '',
    // The message that A became another system is shown every time.
    newBranch?.parentSide === 'b'
      ? t(newBranch.before.branchNs === undefined ? 'past.changedB' : 'past.changedBranch', { time })
      : newBranch?.isFirst
        ? t('past.changed', { time })
        : '',
    was ? t('past.was', was) : '',
  ];
  return (
    <>
      <p className={styles.text} role="status">
        <SideBadge side="b" />{' '}
        {blocked.length > 0
          ? t('blocked', blockedValues(blocked))
          : changes !== ''
            ? t('changed', { time, changes })
            : t('begun', { time })}
      </p>
      <span className={styles.buttons}>
        {newBranch && (
          <Button
            variant="small"
            title={t(isNested ? 'past.fromBeginHint' : 'past.startOverHint')}
            onClick={() => void startOver()}
          >
            {t(isNested ? 'past.fromBegin' : 'past.startOver')}
          </Button>
        )}
        {blocked.length > 0 && (
          <Button variant="small" onClick={() => void resetToTrunk('b', blocked)}>
            {t('putBack')}
          </Button>
        )}
        <Button variant="small" onClick={() => player?.seek(branchNs)}>
          {t('goThere', { time })}
        </Button>
        <Button
          variant="small"
          title={replaced && t('leaveHint', { side: replaced.parentSide === 'a' ? 'B' : 'A' })}
          onClick={leaveBranch}
        >
          {was ? t('leaveFor', was) : t('leave')}
        </Button>
      </span>
      <details className={styles.more}>
        <summary className={styles.summary}>{t('more')}</summary>
        <p>
          {prose(more)}{' '}
          <Button
            variant="small"
            title={t('branchBHint')}
            onClick={() => void branchFrom(branches.findIndex(({ side }) => side === 'b'))}
          >
            {t('branchB')}
          </Button>
        </p>
      </details>
    </>
  );
}

/** Start of both sides' metrics, ns: the branch, or the end of the warm-up if that is later. */
const figuresFrom = ({ run }: Scenario, branchNs: number): number =>
  Math.max(branchNs, (run?.warmupMs ?? 0) * 1e6);

/** The system that the branch replaced, if it is not the one that the branch leaves. */
function useReplaced(): { side: string; system: string } | undefined {
  const { before, parentSide } = useStore(midRunEdit).replaced ?? {};
  const replaced = parentSide === 'a' ? before?.b : before?.a;
  const titles = useWords().presets.titles;
  if (
    !before ||
    !parentSide ||
    !replaced ||
    diff(before[parentSide]?.scenario, replaced.scenario).length === 0
  )
    return undefined;
  return { side: parentSide === 'a' ? 'B' : 'A', system: titles[replaced.preset] ?? replaced.preset };
}

/**
 * Notes where there is no branch: why a mid-run change restarted the run, and why a requested branch was
 * refused.
 */
export function RestartNote() {
  const t = useTranslations('branch.past');
  const values = useBlockedValues();
  const tBranch = useTranslations('branch');
  const { restarted, refusal } = useStore(midRunEdit);
  if (!restarted && !refusal) return null;
  return (
    <aside className={styles.bar} aria-label={restarted ? t('title') : tBranch('title')}>
      <p className={styles.text} role="status">
        {restarted ? t('restarted', values(restarted)) : refusal && tBranch(refusal, { most: MAX_BRANCHES })}
      </p>
      <Button variant="small" onClick={closeRestarted}>
        {t('close')}
      </Button>
    </aside>
  );
}
