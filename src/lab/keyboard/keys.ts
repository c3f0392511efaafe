/**
 * The keyboard: one table for the listener and the help. Single letters can be switched off (WCAG 2.1.4). The
 * other keys do nothing while a focused control needs them.
 */

import { neighbourDetent } from '../../lib/speed.ts';
import type { Player } from '../../model/playback/player.ts';
import { settings } from '../../ui/settings-state.ts';
import { isFree, ui } from '../../ui/ui-state.ts';
import {
  openPanel,
  toggleComparing,
  toggleExplaining,
  togglePresenting,
  zoomBy,
} from '../appearance/appearance.ts';
import { branchHere } from '../branch/branch.ts';
import { follow } from '../follow/follow-state.ts';
import { followNeighbour, showFollowed, stepFollowed } from '../follow/followed-requests.ts';
import { nextBookmark, toggleBookmark } from '../marks/bookmarks.ts';
import { nextSync, toggleElastic } from '../pace/pace.ts';
import { startAgain } from '../run/run.ts';
import { run } from '../run/run-state.ts';
import { drawNewSeed, swapSides } from '../settings/edit.ts';

export interface KeyCommand {
  /** Name in the catalogue, under `keys`. */
  readonly id:
    | 'playPause'
    | 'stepForward'
    | 'stepBack'
    | 'slower'
    | 'faster'
    | 'start'
    | 'until'
    | 'branch'
    | 'bookmark'
    | 'nextBookmark'
    | 'presets'
    | 'newLuck'
    | 'describe'
    | 'changes'
    | 'threads'
    | 'swap'
    | 'compare'
    | 'centre'
    | 'nextOfIt'
    | 'previousOfIt'
    | 'nextOnConnection'
    | 'previousOnConnection'
    | 'zoomIn'
    | 'zoomOut'
    | 'explain'
    | 'inStep'
    | 'elastic'
    | 'closer'
    | 'farther'
    | 'panLeft'
    | 'panRight'
    | 'fit'
    | 'letGo'
    | 'present'
    | 'nextBeat'
    | 'previousBeat'
    | 'blank'
    | 'qr'
    | 'palette'
    | 'terms'
    | 'help';
  /** `KeyboardEvent.key` values, with `Alt+`, `Shift+` or `Mod+` (Ctrl, on a Mac also ⌘) where needed. */
  readonly keys: readonly string[];
  /** Absent where the part of the page itself handles the key, while it is mounted. */
  readonly run?: () => void;
  /** The control it activates, which a link may hide or lock. */
  readonly control?: string;
  /**
   * Whether it works before the start: the keys of a clicker, and the code for a class that answers first.
   */
  readonly worksHeld?: true;
  /** The part that handles it loads after the first picture: a press before that waits for it. */
  readonly loadsLater?: true;
}

/** Handlers of mounted parts of the page, by command; the last one registered wins. */
let parts: readonly { readonly id: KeyCommand['id']; readonly act: () => void }[] = [];

/** How long a press waits for a part that is loading. Later, nobody expects its effect any more. */
const LONGEST_WAIT_MS = 5000;

/** How long a part has been on the page before it gets the press: a live region announces only what comes later. */
const AFTER_MOUNT_MS = 100;

/** The last press, if its part was still loading. */
let waiting: KeyCommand['id'] | undefined;
let waitingTimer: ReturnType<typeof setTimeout> | undefined;

/** Remembers a press until its part loads; undefined forgets it. */
function wait(id: KeyCommand['id'] | undefined): void {
  waiting = id;
  clearTimeout(waitingTimer);
  if (id) waitingTimer = setTimeout(wait, LONGEST_WAIT_MS, undefined);
}

/**
 * Registers a handler for a command; the returned function removes it. Register in the layout effect, so that
 * keys work as soon as the part is visible. A press that waited for the command is carried out soon after.
 */
export function carryOut(id: KeyCommand['id'], act: () => void): () => void {
  const part = { id, act };
  parts = [...parts, part];
  if (waiting === id) {
    wait(undefined);
    setTimeout(() => press(id, parts.findLast((other) => other.id === id)?.act), AFTER_MOUNT_MS);
  }
  return () => {
    parts = parts.filter((other) => other !== part);
  };
}

/** Carries out a press, which the page then shows; the part may have gone meanwhile. */
function press(id: KeyCommand['id'], act: (() => void) | undefined): void {
  if (!act) return;
  act();
  ui.setState({ pressed: { id } });
}

/**
 * The current handler of a command, with the page's parts first; undefined without a handler, or when the
 * link forbids it.
 */
export function actOf({ id, run: act, control }: KeyCommand): (() => void) | undefined {
  if (control !== undefined && !isFree(control)) return undefined;
  return parts.findLast((part) => part.id === id)?.act ?? act;
}

const withPlayer = (act: (player: Player) => void) => () => {
  const { player } = run.getState();
  if (player) act(player);
};

const changeSpeed = (direction: -1 | 1) =>
  withPlayer((player) => {
    const detent = neighbourDetent(player.playhead.speed, direction);
    if (detent) player.setSpeed(detent.nsPerSecond);
  });

/** The next or previous event of the followed request; without one, of all requests. */
const stepOne = (direction: 1 | -1) => () =>
  follow.getState().followed
    ? void stepFollowed(direction)
    : withPlayer((player) => player.step(direction))();

/** Adds a branch at the instant on screen. */
export const branch = (): void => void branchHere();

/** Shows the followed request, or the chooser; if it is visible already, fits the timeline to it. */
async function centre(): Promise<void> {
  if (!follow.getState().followed) openPanel('request');
  else if (!(await showFollowed())) actOf({ id: 'fit', keys: [] })?.();
}

export const KEY_COMMANDS: readonly KeyCommand[] = [
  { id: 'playPause', keys: [' ', 'Alt+k'], run: withPlayer((player) => player.toggle()) },
  { id: 'stepForward', keys: ['ArrowRight'], run: withPlayer((player) => player.step(1)) },
  { id: 'stepBack', keys: ['ArrowLeft'], run: withPlayer((player) => player.step(-1)) },
  { id: 'slower', keys: ['['], run: changeSpeed(-1), control: 'speed' },
  { id: 'faster', keys: [']'], run: changeSpeed(1), control: 'speed' },
  { id: 'start', keys: ['r', 'Home'], run: startAgain },
  { id: 'until', keys: ['u'], run: () => ui.setState({ dialog: 'until' }), control: 'until' },
  { id: 'branch', keys: ['y'], run: branch, control: 'branch' },
  { id: 'bookmark', keys: ['m'], run: withPlayer(({ timeNs }) => toggleBookmark(timeNs)) },
  { id: 'nextBookmark', keys: ['Shift+M'], run: withPlayer(nextBookmark) },
  { id: 'presets', keys: ['l'], run: () => ui.setState({ dialog: 'presets' }), control: 'presets' },
  { id: 'newLuck', keys: ['Shift+R'], run: () => void drawNewSeed(), control: 'luck' },
  { id: 'describe', keys: ['n'], loadsLater: true },
  { id: 'changes', keys: ['Shift+N'], loadsLater: true },
  { id: 'threads', keys: ['t'], loadsLater: true },
  { id: 'swap', keys: ['x'], run: swapSides, control: 'compare' },
  { id: 'compare', keys: ['c'], run: toggleComparing, control: 'compare' },
  { id: 'centre', keys: ['f'], run: centre, control: 'request' },
  { id: 'nextOfIt', keys: ['.', 'Shift+ArrowRight'], run: stepOne(1) },
  { id: 'previousOfIt', keys: [',', 'Shift+ArrowLeft'], run: stepOne(-1) },
  { id: 'nextOnConnection', keys: ['>'], run: () => void followNeighbour(1) },
  { id: 'previousOnConnection', keys: ['<'], run: () => void followNeighbour(-1) },
  { id: 'zoomIn', keys: ['w', '+'] },
  { id: 'zoomOut', keys: ['s', '-'] },
  { id: 'explain', keys: ['i'], run: toggleExplaining, control: 'explain' },
  { id: 'inStep', keys: ['g'], run: nextSync, control: 'pace' },
  { id: 'elastic', keys: ['e'], run: toggleElastic, control: 'pace' },
  { id: 'closer', keys: ['z'], run: () => zoomBy(1), control: 'zoom' },
  { id: 'farther', keys: ['Shift+Z'], run: () => zoomBy(-1), control: 'zoom' },
  { id: 'panLeft', keys: ['a'] },
  { id: 'panRight', keys: ['d'] },
  { id: 'fit', keys: ['0'] },
  { id: 'letGo', keys: ['Escape'] },
  { id: 'present', keys: ['p'], run: togglePresenting },
  { id: 'nextBeat', keys: ['PageDown'], worksHeld: true },
  { id: 'previousBeat', keys: ['PageUp'], worksHeld: true },
  { id: 'blank', keys: ['b'], worksHeld: true },
  { id: 'qr', keys: ['q'], run: () => ui.setState({ dialog: 'qr' }), control: 'share', worksHeld: true },
  { id: 'palette', keys: ['Mod+k', '/'], run: () => ui.setState({ dialog: 'palette' }) },
  { id: 'terms', keys: ['h'], run: () => ui.setState({ dialog: 'terms' }) },
  { id: 'help', keys: ['?'], run: () => ui.setState({ dialog: 'keys' }) },
];

/** The name of a pressed key in the form of the table. */
export function keyName(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'code'>,
): string {
  if (event.ctrlKey || event.metaKey) return event.key === 'k' ? 'Mod+k' : '';
  // With Alt, some layouts produce another character; the key's code identifies the letter.
  if (event.altKey) return event.code === 'KeyK' ? 'Alt+k' : '';
  if (event.shiftKey && event.key.startsWith('Arrow')) return `Shift+${event.key}`;
  if (/^[A-Z]$/.test(event.key)) return event.shiftKey ? `Shift+${event.key}` : event.key.toLowerCase();
  return event.key;
}

/** Whether the key is one character, which dictation may produce by accident. */
export const isCharacterKey = (name: string): boolean => /^(Shift\+)?[^\s]$/.test(name);

/** Elements whose own keys take precedence. */
const OWN_KEYS =
  'input, textarea, [contenteditable], [role=combobox], [role=menu], [role=listbox], [role=dialog]';
const OWN_SPACE = 'button, a, summary, [role=tab]';
const OWN_ARROWS = '[role=slider], [role=tablist], [role=radiogroup], [role=grid]';

function isTaken(name: string, target: EventTarget | null): boolean {
  if (/^(Alt|Mod)\+|^Page/.test(name) || !(target instanceof Element)) return false;
  if (target.closest(OWN_KEYS)) return true;
  if (name === ' ') return target.closest(OWN_SPACE) !== null;
  return /Arrow|^Home$/.test(name) && target.closest(OWN_ARROWS) !== null;
}

/** Listens to the keyboard; returns the removal. */
export function listenToKeys(): () => void {
  const listen = (event: KeyboardEvent) => {
    const name = keyName(event);
    if (event.defaultPrevented || name === '' || isTaken(name, event.target)) return;
    // A dialog that is loading receives the keys already; the sheet of the transport is not modal.
    const { dialog } = ui.getState();
    if (dialog !== undefined && dialog !== 'until' && dialog !== 'pace') return;
    if (isCharacterKey(name) && !settings.getState().hasLetterKeys) return;
    const command = KEY_COMMANDS.find(({ keys }) => keys.includes(name));
    if (!command || (ui.getState().isHeld && command.id !== 'help' && !command.worksHeld)) return;
    const act = actOf(command);
    if (!act && !command.loadsLater) return;
    event.preventDefault();
    wait(act ? undefined : command.id);
    press(command.id, act);
  };
  // Another page's part is not what the press was for.
  const forget = () => wait(undefined);
  addEventListener('keydown', listen);
  addEventListener('hashchange', forget);
  return () => {
    removeEventListener('keydown', listen);
    removeEventListener('hashchange', forget);
  };
}
