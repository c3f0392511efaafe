/**
 * Writes links: everything after `#/lab?`. A link has preset ids and readable differences, so that people can
 * edit it:
 *
 * a=jedis-pool-8&b=lettuce-shared&network.rttUs=250&a.client.connections.maxTotal=50&t=1240us&speed=100us
 *
 * - A field without a prefix applies to both sides, `a.` and `b.` to one. Times have units.
 * - `speed` is model time per second on screen, or `max`.
 * - `hide`, `lock` and `only` are lists of controls (`controls.ts`): fields, panels (`why`, `panels`), tools
 * (`speed`). `only` may also name the single visible side: `only=a,network.rttUs`.
 * - `sync` is the alignment of the sides.
 * - `follow=a:1234` is the followed request, `compare=b:1234` the compared one.
 * - `branch` is when B branches off A; `branches` are further branches.
 * - `slo` is the target response time.
 * - `process=7,0` are the processes of a fleet that the stage shows, of A and B.
 * - `sel=2ms,3ms` is the selected range.
 * - `lanes=a:2ms,3ms` is the side and range of the thread panel.
 * - `marks=2ms,3ms` are bookmarks.
 * - `palette=kernel:cc3311,wire:56b4e9` are custom colours of thread states.
 * - `explain=wire` opens an explanation of that part of the stage.
 * - `embed` embeds the page (`embed/`): `1`, or the only origin that may send commands.
 *
 * Links that are too long are packed (`pack.ts`). The parser (`read-link.ts`) loads on demand.
 */
import type { Language } from '../../lib/languages.ts';
import { UNLIMITED_SPEED } from '../../lib/speed.ts';
import type { ControlRules } from './controls.ts';
import type { PanelName } from './panels.ts';
import { type Edits, isSameValue, type Json } from './patch.ts';
import type { SideName } from './problem.ts';
import type { StagePart } from './stage-parts.ts';

/** The link format that this page writes. */
export const LINK_VERSION = 2;

/** Maximum length of an unpacked query, characters: with the address, a link stays below 2 kB. */
export const MAX_QUERY = 1900;

/** Whether a query is packed. */
export const isPacked = (query: string): boolean => /(^|&)z=/.test(query);

/** Detail levels: overview, client and server parts, system calls of a connection. */
export const ZOOMS = ['system', 'parts', 'calls'] as const;

/** Alignment of the sides: model time, number of completions, phases of the followed request. */
export const SYNCS = ['time', 'completed', 'request'] as const;

export type SyncName = (typeof SYNCS)[number];

/** Layouts of the Lab: full, or the stage, the verdict and five knobs for beginners. */
export const LAYOUTS = ['full', 'beginner'] as const;

export type LayoutName = (typeof LAYOUTS)[number];

export type ZoomName = (typeof ZOOMS)[number];

/** One side: a preset and its changes. */
export interface LinkSide {
  readonly preset: string;
  readonly edits: Edits;
}

/** View settings. Absent: the page's default. */
export interface LinkView {
  /** Playhead, ns of model time. */
  readonly timeNs?: number;
  /** Model ns per second on screen; 0 = stepping. */
  readonly speed?: number;
  readonly lang?: Language;
  readonly theme?: 'light' | 'dark';
  readonly motion?: 'reduce' | 'full';
  /** Custom colours of thread states (`readFills` of `lib/custom-palette.ts`). */
  readonly palette?: string;
  readonly present?: boolean;
  /** Whether it starts paused. */
  readonly paused?: boolean;
  /** The only visible side; absent: both. */
  readonly only?: SideName;
  /** B branches off A at this instant, ns. */
  readonly branchNs?: number;
  /** Further branches (`branches.ts`). */
  readonly branches?: string;
  /** The open panel below the stage. */
  readonly panel?: PanelName;
  readonly zoom?: ZoomName;
  readonly layout?: LayoutName;
  readonly sync?: SyncName;
  /** Whether each phase of the followed request gets a readable share of the screen time. */
  readonly elastic?: boolean;
  /** The followed request. */
  readonly follow?: { readonly side: SideName; readonly request: number };
  /** The compared request. */
  readonly compare?: { readonly side: SideName; readonly request: number };
  /** Numbers of the processes of a fleet that the stage shows. */
  readonly process?: Readonly<Record<SideName, number>>;
  /** Hidden or locked controls. */
  readonly rules?: ControlRules;
  /** The selected range, ns. */
  readonly selected?: readonly [fromNs: number, toNs: number];
  /** Side and range of the thread panel, ns; absent: around the playhead. */
  readonly lanes?: { readonly side: SideName; readonly span: readonly [fromNs: number, toNs: number] };
  /** Bookmarks (`bookmarks.ts`). */
  readonly marks?: string;
  /** The target response time (service level objective), ns, shown in charts. */
  readonly sloNs?: number;
  /** Embedding: `1`, or the only origin that may embed the page. */
  readonly embed?: string;
  /** The part of the stage that is explained at the start. */
  readonly explain?: StagePart;
}

export interface Link {
  readonly a: LinkSide;
  readonly b: LinkSide;
  readonly view: LinkView;
}

/** The default for a link without `a` and `b`. */
export const DEFAULT_PAIR = { a: 'jedis-pool-8', b: 'lettuce-shared' } as const;

/** Two sides at their presets with default view settings. */
export const pairLink = (pair: { readonly a: string; readonly b: string }): Link => ({
  a: { preset: pair.a, edits: {} },
  b: { preset: pair.b, edits: {} },
  view: {},
});

/**
 * The query of a link, without `#/lab?`; empty for the unchanged default pair.
 * @param isShared whether it will be stored elsewhere: then it includes version and both systems, so that its
 * meaning is permanent
 */
export function writeLink({ a, b, view }: Link, isShared = false): string {
  const parts: [string, string][] = isShared ? [['v', String(LINK_VERSION)]] : [];
  const isDefault = a.preset === DEFAULT_PAIR.a && b.preset === DEFAULT_PAIR.b;
  const shared = Object.keys(a.edits).filter((path) => isSame(a.edits[path], b.edits[path]));
  const addSide = (side: LinkSide, name: SideName) =>
    Object.entries(side.edits)
      .filter(([path]) => !shared.includes(path))
      .map(([path, value]): [string, string] => [`${name}.${path}`, writeValue(value)]);
  const edits = [
    ...shared.map((path): [string, string] => [path, writeValue(a.edits[path] ?? null)]),
    ...addSide(a, 'a'),
    ...addSide(b, 'b'),
  ];
  if (isShared || !isDefault || edits.length > 0) parts.push(['a', a.preset], ['b', b.preset], ...edits);
  if (view.timeNs !== undefined) parts.push(['t', writeTime(view.timeNs)]);
  if (view.speed !== undefined)
    parts.push(['speed', view.speed === UNLIMITED_SPEED ? 'max' : writeTime(view.speed)]);
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
  if (view.process) parts.push(['process', `${view.process.a},${view.process.b}`]);
  if (view.elastic) parts.push(['elastic', '1']);
  if (view.present !== undefined) parts.push(['present', view.present ? '1' : '0']);
  if (view.paused !== undefined) parts.push(['paused', view.paused ? '1' : '0']);
  return parts.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}

/** Time units of links, in ns. */
export const TIME_UNITS = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

/** Whole nanoseconds in the largest unit with at most three decimals. */
export function writeTime(ns: number): string {
  const rounded = Math.round(ns);
  const unit = (['s', 'ms', 'us'] as const).find(
    (name) => rounded >= TIME_UNITS[name] && Number.isInteger((rounded * 1000) / TIME_UNITS[name]),
  );
  return unit === undefined ? `${rounded}ns` : `${rounded / TIME_UNITS[unit]}${unit}`;
}

const writeSpan = (span: readonly number[]): string => span.map(writeTime).join();

const writeValue = (value: Json): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

const isSame = (a: Json | undefined, b: Json | undefined): boolean => a !== undefined && isSameValue(a, b);

/** Percent-encodes characters that are unsafe in a fragment; names and numbers stay readable. */
const percentEncode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',');
