import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type Branch, familyOf, pathTo } from '../../model/scenario/branches.ts';
import { Button } from '../../ui/Button.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useStore } from '../../ui/use-store.ts';
import { run } from '../run/run-state.ts';
import bar from './BranchBar.module.css';
import styles from './BranchTree.module.css';
import { branchFrom, deleteBranch, isForgettable, renameBranch, showBranch } from './branch.ts';
import { midRunEdit } from './mid-run-edit-state.ts';
import { useBranchWords } from './use-branch-words.ts';

/** Place of the root run among the places of branches. */
const ROOT = -1;

/**
 * The tree of branches below the root run. It shows which is B and which is A; branches can be named,
 * branched again and deleted.
 */
export function BranchTree({ branches }: { readonly branches: readonly Branch[] }) {
  const t = useTranslations('branch');
  const b = branches.findIndex(({ side }) => side === 'b');
  // When another branch comes on screen, it becomes the chosen one.
  const [chosen, setChosen] = useState({ at: b, whileB: b });
  const at = chosen.whileB === b && chosen.at < branches.length ? chosen.at : b;
  const choose = (index: number) => setChosen({ at: index, whileB: b });
  const tree = useRef<HTMLDivElement>(null);
  const order = [ROOT, ...inOrder(branches, undefined)];
  const words = useBranchWords(branches);

  // The focused branch becomes the chosen one.
  const go = (index: number | undefined) =>
    tree.current?.querySelector<HTMLElement>(`[data-at="${index}"]`)?.focus();
  const move = (event: KeyboardEvent) => {
    const place = order.indexOf(at);
    const steps: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(order[place + 1]),
      ArrowUp: () => go(order[place - 1]),
      ArrowLeft: () => go(at === ROOT ? undefined : (branches[at]?.parent ?? ROOT)),
      ArrowRight: () => go(childrenOf(branches, at === ROOT ? undefined : at)[0]),
      Home: () => go(ROOT),
      End: () => go(order.at(-1)),
      Enter: () => at !== ROOT && void showBranch(at),
      ' ': () => at !== ROOT && void showBranch(at),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  };
  const isOpen = useStore(midRunEdit, ({ isTreeOpen }) => isTreeOpen);
  return (
    <details
      className={styles.whole}
      open={isOpen}
      onToggle={({ currentTarget }) => midRunEdit.setState({ isTreeOpen: currentTarget.open })}
    >
      <summary className={bar.summary}>{t('count', { count: branches.length })}</summary>
      <div
        ref={tree}
        className={styles.tree}
        role="tree"
        tabIndex={-1}
        aria-label={t('all')}
        onKeyDown={move}
      >
        {order.map((index) => (
          <Item
            key={index}
            branches={branches}
            index={index}
            isCurrent={index === at}
            name={index === ROOT ? t('root') : words.nameOf(index)}
            onFocus={() => choose(index)}
            onChoose={() => index !== ROOT && void showBranch(index)}
          />
        ))}
      </div>
      <Deeds key={at} branches={branches} index={at} />
    </details>
  );
}

const childrenOf = (branches: readonly Branch[], parent: number | undefined): readonly number[] =>
  branches.flatMap((branch, at) => (branch.parent === parent ? [at] : []));

/** Depth-first order: each branch before its descendants. */
const inOrder = (branches: readonly Branch[], parent: number | undefined): readonly number[] =>
  childrenOf(branches, parent).flatMap((at) => [at, ...inOrder(branches, at)]);

interface ItemProps {
  readonly branches: readonly Branch[];
  readonly index: number;
  readonly isCurrent: boolean;
  readonly name: string;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
}

function Item({ branches, index, isCurrent, name, onFocus, onChoose }: ItemProps) {
  const endNs = useStore(run, ({ player }) => player?.playhead.endNs ?? 1);
  const branch = branches[index];
  const onA = branches.some(({ side }) => side === 'a') ? undefined : 'a';
  const side = branch ? branch.side : onA;
  const siblings = branch ? childrenOf(branches, branch.parent) : [ROOT];
  const parent = branch?.parent === undefined ? undefined : branches[branch.parent];
  const share = (ns: number) => Math.min(1, ns / endNs);
  const style = {
    '--level': pathTo(branches, index).length,
    '--from': share(parent?.atNs ?? 0),
    '--at': share(branch?.atNs ?? 0),
  };
  return (
    // The tree handles its keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      className={styles.item}
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      aria-level={pathTo(branches, index).length + 1}
      aria-posinset={siblings.indexOf(index) + 1}
      aria-setsize={siblings.length}
      aria-selected={side === 'b'}
      aria-current={isCurrent}
      data-at={index}
      data-side={side}
      style={style as CSSProperties}
      onFocus={onFocus}
      onClick={onChoose}
    >
      <span className={styles.rail} aria-hidden="true" data-parent={parent ? parent.side : onA} />
      <span className={styles.name}>
        {side && <SideBadge side={side} />} {name}
      </span>
    </div>
  );
}

/** Actions on the chosen branch. */
function Deeds({ branches, index }: { readonly branches: readonly Branch[]; readonly index: number }) {
  const t = useTranslations('branch');
  const { titleOf, changesOf, label } = useBranchWords(branches);
  const [prompt, setAsked] = useState<'name' | 'forget'>();
  const branch = branches[index];
  const title = branch ? `${label(index)} · ${titleOf(index)}` : t('root');
  const family = branch ? familyOf(branches, index).length : 0;
  if (branch && prompt === 'name')
    return (
      <form
        className={styles.deeds}
        onSubmit={(event) => {
          event.preventDefault();
          renameBranch(index, String(new FormData(event.currentTarget).get('name')));
          setAsked(undefined);
        }}
      >
        <input
          name="name"
          className={styles.input}
          defaultValue={branch.name}
          placeholder={changesOf(index)}
          aria-label={t('name')}
          maxLength={60}
          ref={(input) => input?.focus()}
          onKeyDown={(event) => event.key === 'Escape' && setAsked(undefined)}
        />
        <Button variant="small" type="submit">
          {t('done')}
        </Button>
      </form>
    );
  if (branch && prompt === 'forget')
    return (
      <p className={styles.deeds} role="status">
        {t('forgetAll', { title, count: family - 1 })}
        <Button variant="small" ref={(button) => button?.focus()} onClick={() => deleteBranch(index)}>
          {t('forgetThem', { count: family })}
        </Button>
        <Button variant="small" onClick={() => setAsked(undefined)}>
          {t('keep')}
        </Button>
      </p>
    );
  return (
    <p className={styles.deeds}>
      <span className={styles.about}>{title}</span>
      <Button
        variant="small"
        title={t('branchItHint')}
        onClick={() => void branchFrom(branch ? index : undefined)}
      >
        {t('branchIt')}
      </Button>
      {branch && (
        <Button variant="small" aria-label={t('renameOf', { title })} onClick={() => setAsked('name')}>
          {t('rename')}
        </Button>
      )}
      {branch && !isForgettable(branches, index) && (
        <span className={styles.about}>
          {t('shownNotForgotten', { what: branch.side === undefined ? 'from' : 'self' })}
        </span>
      )}
      {branch && isForgettable(branches, index) && (
        <Button
          variant="small"
          aria-label={t('forgetOf', { title })}
          onClick={() => (family > 1 ? setAsked('forget') : deleteBranch(index))}
        >
          {t('forget')}
        </Button>
      )}
    </p>
  );
}
