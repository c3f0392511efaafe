import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { leaveBranch, resetToTrunk } from '../../actions/branch.ts';
import { isPoolSmaller, obstacles } from '../../scenario/course.ts';
import { fieldAt } from '../../scenario/fields.ts';
import { diff } from '../../scenario/patch.ts';
import { experiment } from '../../stores/experiment.ts';
import { run } from '../../stores/run.ts';
import { valueText } from '../scenario/value-text.ts';
import { Button } from '../shared/Button.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import styles from './BranchBar.module.css';

/** Says that B is a branch of A: from when on, what was changed, and what cannot be. */
export function BranchBar() {
  return (
    <PartTexts part="branch">
      <Bar />
    </PartTexts>
  );
}

function Bar() {
  const t = useTranslations('branch');
  const words = useWords();
  const { a, b, branchNs } = useStore(experiment);
  const player = useStore(run, (state) => state.player);
  if (!a || !b || branchNs === undefined) return null;
  const time = words.duration(branchNs);
  const blocked = obstacles(a.scenario, b.scenario);
  const changes = diff(a.scenario, b.scenario).map(({ path, from, to }) => {
    const field = fieldAt(b.scenario, path) ?? fieldAt(a.scenario, path);
    const text = (value: unknown) =>
      value === undefined || !field ? t('profile') : valueText(field, value, words);
    return t('change', { label: words.labelOf(path) ?? path, from: text(from), to: text(to) });
  });
  const names = blocked.map((path) => words.labelOf(path) ?? path);
  return (
    <aside className={styles.bar} aria-label={t('title')}>
      <p className={styles.text} role="status">
        <SideBadge side="b" />{' '}
        {blocked.length > 0
          ? t('blocked', { names: names.join(t('joiner')) })
          : changes.length > 0
            ? t('changed', { time, changes: changes.join(t('joiner')) })
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
    </aside>
  );
}
