import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isLab } from '../../lab/link/address.ts';
import { type RunState, run } from '../../lab/run/run-state.ts';
import { useShownSides } from '../../lab/shared/use-shown-sides.ts';
import { isTrying, trials } from '../../lab/why/trials-state.ts';
import { useKeyText } from '../../ui/key-text.ts';
import { OVER_PAGE, useOpener } from '../../ui/opener.ts';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { type Entry, GROUPS, type Group, namedEntries } from './entries.ts';
import { KnobPage } from './KnobPage.tsx';
import { type Names, useNames } from './names.ts';
import styles from './Palette.module.css';
import { type Query, readQuery, score, search } from './query.ts';
import { useDirect } from './use-direct.ts';
import { useFileEntries } from './use-file-entries.ts';
import { useKnobText } from './use-knob-text.ts';
import { useOnScreen } from './use-on-screen.ts';

/** Items shown per group, before and after typing. */
const FEW = 6;
const MANY = 40;

/** Keys that move the selection. */
const MOVES: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

const close = () => ui.setState({ dialog: undefined });

/** Command palette: finds every action of the page by name, in either language, and runs it. */
export function Palette() {
  const t = useTranslations('palette');
  const words = useWords();
  const [knob, setKnob] = useState<string>();
  const [text, setText] = useState('');
  const names = useNames();
  const afterwards = useRef<() => void>(undefined);
  const returnFocus = useOpener();
  // The item for Enter: the best match in any position, until the reader selects one.
  const [chosen, setChosen] = useState('');
  const isByHand = useRef(false);
  const chooseByHand = () => {
    isByHand.current = true;
  };
  const leaveKnob = () => {
    setKnob(undefined);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const goesBack = event.key === 'Escape' || (event.key === 'Backspace' && text === '');
    if (knob === undefined || !goesBack || event.nativeEvent.isComposing) return;
    event.preventDefault();
    leaveKnob();
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          // Escape first leaves the page of a setting.
          onEscapeKeyDown={(event) => knob !== undefined && event.preventDefault()}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={(event) => {
            returnFocus(event);
            afterwards.current?.();
          }}
          {...OVER_PAGE}
        >
          <Dialog.Title className="visually-hidden">{t('title')}</Dialog.Title>
          <Command
            shouldFilter={false}
            loop
            vimBindings={false}
            value={chosen}
            onValueChange={setChosen}
            onPointerMove={chooseByHand}
            onKeyDown={({ key }) => MOVES.has(key) && chooseByHand()}
            label={knob === undefined ? t('search') : t('value', { label: words.labelOf(knob) ?? knob })}
          >
            {knob === undefined ? (
              <Everything
                names={names}
                text={text}
                onText={(typed) => {
                  isByHand.current = false;
                  setText(typed);
                }}
                onBest={(id) => !isByHand.current && setChosen(id)}
                onKnob={(path) => {
                  setKnob(path);
                  setText('');
                }}
                onMenu={(open) => {
                  afterwards.current = open;
                }}
              />
            ) : (
              <KnobPage path={knob} text={text} onText={setText} onDone={close} />
            )}
          </Command>
          <p className={styles.keys}>{t(knob === undefined ? 'keys' : 'keysBack')}</p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface EverythingProps {
  /** Undefined until they are loaded. */
  readonly names: readonly Names[] | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** The best match has changed. */
  readonly onBest: (id: string) => void;
  readonly onKnob: (path: string) => void;
  /** Opens something after the palette has closed. */
  readonly onMenu: (open: () => void) => void;
}

function Everything({ names, text, onText, onBest, onKnob, onMenu }: EverythingProps) {
  const t = useTranslations('palette');
  const { language } = useWords();
  const sides = useShownSides();
  const possible = useStore(run, whatIsThere);
  const tries = useStore(trials, isTrying);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be done depends on what there is
  const tables = useMemo(
    () => (names ? namedEntries(names, language, sides) : []),
    [names, language, sides, possible, tries],
  );
  const listed = [...tables, ...useFileEntries(names ?? [])];
  const titles = new Set(listed.map(({ title }) => title.toLowerCase()));
  const onScreen = useOnScreen(names !== undefined).filter(({ title }) => !titles.has(title.toLowerCase()));
  const named = [...listed, ...onScreen];
  const query = readQuery(text);
  const direct = useDirect(query, named);
  const found = groupsInOrder()
    .map((group) => {
      const all = group === 'direct' ? direct : named.filter((entry) => entry.group === group);
      const isAll = group === 'direct' || query.words.length === 0;
      return { group, entries: isAll ? all.slice(0, FEW) : search(all, query.words, MANY) };
    })
    .filter(({ entries }) => entries.length > 0)
    // The best match comes first, so that Enter takes it.
    .sort((left, right) => bestOf(right.entries, query) - bestOf(left.entries, query));
  const choose = (entry: Entry) => {
    if (entry.knob !== undefined && entry.group === 'knobs') return onKnob(entry.knob);
    // First: the action may open another dialog.
    if (entry.opensMenu) onMenu(entry.act);
    close();
    if (!entry.opensMenu) entry.act();
  };
  const [first] = found[0]?.entries ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is typed, or is the first
  useEffect(() => {
    if (first) onBest(first.id);
  }, [text, first?.id]);
  const list = useRef<HTMLDivElement>(null);
  // Scrolls the first item, which Enter takes, into view after each input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever something else is typed
  useEffect(() => {
    list.current?.scrollTo({ top: 0 });
  }, [text]);
  const onEarlyEnter = useWhenThere(names !== undefined, () => first && choose(first));
  return (
    <>
      <Command.Input
        className={styles.input ?? ''}
        value={text}
        onValueChange={onText}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onEarlyEnter()}
        placeholder={t('search')}
        autoFocus
      />
      <p className={styles.hint}>{t.rich('hint', { k: (chunks) => <kbd>{chunks}</kbd> })}</p>
      <Command.List ref={list} className={styles.list ?? ''} label={t('results')}>
        {/* A list needs an item: one that cannot be selected. */}
        {names && found.length === 0 && (
          <Command.Item className={styles.item ?? ''} value="none" disabled>
            {t('none')}
          </Command.Item>
        )}
        {found.map(({ group, entries }) => (
          <Command.Group key={group} heading={t(`groups.${group}`)} className={styles.group ?? ''}>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} onChoose={choose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </>
  );
}

/** On other pages than the Lab, the page's own actions come first. */
const groupsInOrder = (): readonly Group[] =>
  isLab() ? GROUPS : ['direct', 'here', ...GROUPS.filter((group) => group !== 'direct' && group !== 'here')];

/** Availability of the runs as text, so that only a change of it renders again. */
const whatIsThere = ({ player, a, b }: RunState): string =>
  [player, a.summary, a.isStale, b.summary, b.isStale].map(Boolean).join(' ');

/** Runs an action that was chosen before the runs were there, as soon as they are. */
function useWhenThere(isThere: boolean, act: () => void): () => void {
  const [isAsked, setAsked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when both have come true
  useEffect(() => {
    if (!isThere || !isAsked) return;
    setAsked(false);
    act();
  }, [isThere, isAsked]);
  return () => !isThere && setAsked(true);
}

/**
 * Score of the best item in a group. A fully typed action comes first; in the Lab, named actions come before
 * controls read from the screen.
 */
function bestOf([best]: readonly Entry[], { words }: Query): number {
  if (!best || best.group === 'direct') return Number.POSITIVE_INFINITY;
  return best.group === 'here' && isLab() ? 0 : score(best, words);
}

interface RowProps {
  readonly entry: Entry;
  readonly onChoose: (entry: Entry) => void;
}

function Row({ entry, onChoose }: RowProps) {
  const keyText = useKeyText();
  const knobText = useKnobText();
  return (
    <Command.Item className={styles.item ?? ''} value={entry.id} onSelect={() => onChoose(entry)}>
      <span>{entry.title}</span>
      <span className={styles.side}>
        {entry.group === 'knobs' && entry.knob !== undefined && knobText(entry.knob)}
        {entry.place}
        {entry.keys.map((key) => (
          <kbd key={key}>{keyText(key)}</kbd>
        ))}
      </span>
    </Command.Item>
  );
}
