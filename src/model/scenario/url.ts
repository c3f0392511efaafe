/**
 * The link: everything after `#/lab?`. Preset ids and readable differences from them, so that a person can read, write and
 * mend it:
 *
 *   a=jedis-pool-8&b=lettuce-shared&network.rttUs=250&a.client.connections.maxTotal=50&t=1240us&speed=100us
 *
 * A knob without prefix counts for both sides, `a.` and `b.` for one. Times carry their unit; `speed` is model time per
 * second on screen, or `max`. `hide`, `lock` and `only` take lists of controls (`controls.ts`): knobs, panels (`why`, `panels`), tools (`speed`); `only` takes away what is of their kind, and also takes the side that is shown
 * alone: `only=a,network.rttUs`. `sync` is what keeps the sides together, `follow=a:1234` the request that is followed, `compare=b:1234` the one that it is compared with. `branch` is when B, which is A until then, begins to differ, `branches` are those beside it. `slo` is the response time that is
 * aimed at. `sel=2ms,3ms` is the part of time that is selected, `lanes=a:2ms,3ms` the part of which the panel of threads shows a side at first, `marks=2ms,3ms` are bookmarks. `palette=kernel:cc3311,wire:56b4e9` are colours of the reader's own for states of
 * threads. `explain=wire` begins with
 * an explanation of that part of the stage. `embed` makes the page a part of another one (`embed/`): `1`, or the only origin that may give it orders. A link that would be too long is packed (`pack.ts`). Here is how it is written; what reads it (`read-link.ts`) is loaded for who has one.
 */
import type { Language } from '../../lib/languages.ts';
import { FLAT_OUT } from '../../lib/speed.ts';
import type { ControlRules } from './controls.ts';
import type { PanelName } from './panels.ts';
import type { Edits, Json } from './patch.ts';
import type { SideName } from './problem.ts';
import type { StagePart } from './stage-parts.ts';

/** The link format this page writes. */
export const LINK_VERSION = 2;

/** Longest query that is left as it is, in characters: with the address in front of it, a link stays below 2 kB. */
export const MAX_QUERY = 1900;

/** Whether a query is packed. */
export const isPacked = (query: string): boolean => /(^|&)z=/.test(query);

/** How closely the stage is looked at: the whole in few parts, client and server with theirs, the system calls of a connection. */
export const ZOOMS = ['system', 'parts', 'calls'] as const;

/** What keeps the two sides together: model time, the number of completed requests, the followed request's way. */
export const SYNCS = ['time', 'completed', 'request'] as const;

export type SyncName = (typeof SYNCS)[number];

/** How much of the Lab is shown: all of it, or what one needs first, with more words. */
export const LAYOUTS = ['full', 'beginner'] as const;

export type LayoutName = (typeof LAYOUTS)[number];

export type ZoomName = (typeof ZOOMS)[number];

/** One side: a preset and what was changed. */
export interface LinkSide {
  readonly preset: string;
  readonly edits: Edits;
}

/** How it is looked at. Absent: whatever the page would choose. */
export interface LinkView {
  /** Model time of the playhead, ns. */
  readonly timeNs?: number;
  /** Model ns per second on screen; 0 = event by event. */
  readonly speed?: number;
  readonly lang?: Language;
  readonly theme?: 'light' | 'dark';
  readonly motion?: 'reduce' | 'full';
  /** Colours of the reader's own for some states (`readFills` of lib/own-fills.ts). */
  readonly palette?: string;
  readonly present?: boolean;
  /** Whether it starts paused. */
  readonly paused?: boolean;
  /** The side that is shown without the other; absent: both are compared. */
  readonly only?: SideName;
  /** B is a branch of A from here on, ns. */
  readonly branchNs?: number;
  /** The branches beside it (`branches.ts`). */
  readonly branches?: string;
  /** What is open below the stage. */
  readonly panel?: PanelName;
  readonly zoom?: ZoomName;
  readonly layout?: LayoutName;
  readonly sync?: SyncName;
  /** Whether every phase of the followed request gets a readable share of the time on screen. */
  readonly elastic?: boolean;
  /** The request that is followed. */
  readonly follow?: { readonly side: SideName; readonly request: number };
  /** The one that it is compared with. */
  readonly compare?: { readonly side: SideName; readonly request: number };
  /** Controls that are hidden or locked. */
  readonly rules?: ControlRules;
  /** The part of time that is selected, ns. */
  readonly selected?: readonly [fromNs: number, toNs: number];
  /** The part of time of which the panel of threads shows a side, ns; absent: where one is. */
  readonly lanes?: { readonly side: SideName; readonly span: readonly [fromNs: number, toNs: number] };
  /** Instants that are marked (`bookmarks.ts`). */
  readonly marks?: string;
  /** The response time that is aimed at (service level objective), ns; charts draw it. */
  readonly sloNs?: number;
  /** That the page is part of another one: `1`, or the origin that alone may embed it. */
  readonly embed?: string;
  /** The part of the stage that is explained at first. */
  readonly explain?: StagePart;
}

export interface Link {
  readonly a: LinkSide;
  readonly b: LinkSide;
  readonly view: LinkView;
}

/** What a link without `a` and `b` shows. */
export const DEFAULT_PAIR = { a: 'jedis-pool-8', b: 'lettuce-shared' } as const;

/** Two sides at their presets, looked at in the usual way. */
export const pairLink = (pair: { readonly a: string; readonly b: string }): Link => ({
  a: { preset: pair.a, edits: {} },
  b: { preset: pair.b, edits: {} },
  view: {},
});

/**
 * The query of a link, without `#/lab?`; empty for the default pair as it is.
 * @param isShared whether it is kept by others: it names its version and both systems then, so that it means the same for ever
 */
export function writeLink({ a, b, view }: Link, isShared = false): string {
  const parts: [string, string][] = isShared ? [['v', String(LINK_VERSION)]] : [];
  const isDefault = a.preset === DEFAULT_PAIR.a && b.preset === DEFAULT_PAIR.b;
  const shared = Object.keys(a.edits).filter((path) => isSame(a.edits[path], b.edits[path]));
  const own = (side: LinkSide, name: SideName) =>
    Object.entries(side.edits)
      .filter(([path]) => !shared.includes(path))
      .map(([path, value]): [string, string] => [`${name}.${path}`, writeValue(value)]);
  const edits = [
    ...shared.map((path): [string, string] => [path, writeValue(a.edits[path] ?? null)]),
    ...own(a, 'a'),
    ...own(b, 'b'),
  ];
  if (isShared || !isDefault || edits.length > 0) parts.push(['a', a.preset], ['b', b.preset], ...edits);
  if (view.timeNs !== undefined) parts.push(['t', writeTime(view.timeNs)]);
  if (view.speed !== undefined)
    parts.push(['speed', view.speed === FLAT_OUT ? 'max' : writeTime(view.speed)]);
  if (view.branchNs !== undefined) parts.push(['branch', writeTime(view.branchNs)]);
  if (view.sloNs !== undefined) parts.push(['slo', writeTime(view.sloNs)]);
  if (view.selected) parts.push(['sel', writeSpan(view.selected)]);
  if (view.lanes) parts.push(['lanes', `${view.lanes.side}:${writeSpan(view.lanes.span)}`]);
  for (const name of ['hide', 'lock', 'only'] as const) {
    const side = name === 'only' && view.only ? [view.only] : [];
    const names = [...side, ...(view.rules?.[name] ?? [])];
    if (names.length > 0) parts.push([name, names.join()]);
  }
  for (const name of [
    'lang',
    'theme',
    'motion',
    'palette',
    'panel',
    'zoom',
    'layout',
    'sync',
    'embed',
    'explain',
    'branches',
    'marks',
  ] as const) {
    const value = view[name];
    if (value !== undefined) parts.push([name, value]);
  }
  for (const name of ['follow', 'compare'] as const) {
    const followed = view[name];
    if (followed) parts.push([name, `${followed.side}:${followed.request}`]);
  }
  if (view.elastic) parts.push(['elastic', '1']);
  if (view.present !== undefined) parts.push(['present', view.present ? '1' : '0']);
  if (view.paused !== undefined) parts.push(['paused', view.paused ? '1' : '0']);
  return parts.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}

/** Units of time as links write them, in ns. */
export const TIME_UNITS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

/** Whole nanoseconds in the largest unit that needs at most three decimals. */
export function writeTime(ns: number): string {
  const whole = Math.round(ns);
  const unit = (['s', 'ms', 'us'] as const).find(
    (name) => whole >= TIME_UNITS[name] && Number.isInteger((whole * 1000) / TIME_UNITS[name]),
  );
  return unit === undefined ? `${whole}ns` : `${whole / TIME_UNITS[unit]}${unit}`;
}

const writeSpan = (span: readonly number[]): string => span.map(writeTime).join();

const writeValue = (value: Json): string => String(value);

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one !== undefined && Object.is(one, other);

/** Percent-encodes what would not survive in a fragment; names and numbers stay readable. */
const percentEncode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',');
