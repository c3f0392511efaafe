/** Groups of the keys in the help. Loaded with it, since the keyboard itself needs no order. */
import type { KeyCommand } from './keys.ts';

/** In the order of the help; each has its heading in the catalogue, under `keys.groups`. */
export const KEY_GROUPS = ['time', 'sides', 'view', 'request', 'charts', 'teaching', 'page'] as const;

export type KeyGroup = (typeof KEY_GROUPS)[number];

export const GROUP_OF: Readonly<Record<KeyCommand['id'], KeyGroup>> = {
  playPause: 'time',
  stepForward: 'time',
  stepBack: 'time',
  slower: 'time',
  faster: 'time',
  start: 'time',
  until: 'time',
  bookmark: 'time',
  nextBookmark: 'time',
  presets: 'sides',
  swap: 'sides',
  compare: 'sides',
  branch: 'sides',
  newLuck: 'sides',
  inStep: 'sides',
  describe: 'view',
  changes: 'view',
  threads: 'view',
  closer: 'view',
  farther: 'view',
  explain: 'view',
  centre: 'request',
  nextOfIt: 'request',
  previousOfIt: 'request',
  nextOnConnection: 'request',
  previousOnConnection: 'request',
  elastic: 'request',
  zoomIn: 'charts',
  zoomOut: 'charts',
  panLeft: 'charts',
  panRight: 'charts',
  fit: 'charts',
  present: 'teaching',
  nextBeat: 'teaching',
  previousBeat: 'teaching',
  blank: 'teaching',
  qr: 'page',
  palette: 'page',
  terms: 'page',
  letGo: 'page',
  help: 'page',
};
