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
 * an explanation of that part of the stage. `embed` makes the page a part of another one (`embed/`): `1`, or the only origin that may give it orders. A link that would be too long is packed (`pack.ts`). Reading never fails: what cannot be read is left out and named. Whether the values make sense is the
 * engine's to say (`normalize`); here they are only text.
 */
import { LANGUAGES, type Language } from '../lib/languages.ts';
import { readFills } from '../lib/palette.ts';
import { clampSpeed, FLAT_OUT } from '../lib/speed.ts';
import { type ControlRules, hasRules, isControl } from './controls.ts';
import { PANELS, type PanelName } from './panels.ts';
import type { Edits, Json } from './patch.ts';
import { presetIds } from './presets.ts';
import type { Problem, SideName } from './problem.ts';
import { STAGE_PARTS, type StagePart } from './stage-parts.ts';

/** The link format this page writes. */
export const LINK_VERSION = 1;

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
  /** Colours of the reader's own for some states (`readFills` of lib/palette.ts). */
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

/** A link as read, with what could not be read. */
export interface ReadLink {
  readonly link: Link;
  readonly problems: readonly Problem[];
}

/** What a link without `a` and `b` shows. */
export const DEFAULT_PAIR = { a: 'jedis-pool-8', b: 'lettuce-shared' } as const;

/** Two sides at their presets, looked at in the usual way. */
export const pairLink = (pair: { readonly a: string; readonly b: string }): Link => ({
  a: { preset: pair.a, edits: {} },
  b: { preset: pair.b, edits: {} },
  view: {},
});

/** What the words of links say that have a list of choices. */
export const LINK_CHOICES = {
  lang: LANGUAGES,
  theme: ['light', 'dark'],
  motion: ['reduce', 'full'],
  panel: PANELS,
  zoom: ZOOMS,
  sync: SYNCS,
  layout: LAYOUTS,
  explain: STAGE_PARTS,
} as const;

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

/**
 * Reads the query of a link. Unknown names are taken for knobs: the engine knows which exist. Of a newer version's link all that can be
 * read is used: a link that locks or hides controls does so in an older page, too.
 */
export function readLink(query: string): ReadLink {
  const { entries, problems } = readEntries(query);
  const version = entries.find(([name]) => name === 'v')?.[1];
  if (version !== undefined && version !== String(LINK_VERSION))
    problems.push({
      code: Number(version) > LINK_VERSION ? 'URL-09' : 'URL-03',
      path: 'v',
      value: version,
      max: LINK_VERSION,
    });
  const presets: Record<SideName, string> = { ...DEFAULT_PAIR };
  const edits: Record<SideName, Record<string, Json>> = { a: {}, b: {} };
  const own: Record<SideName, Record<string, Json>> = { a: {}, b: {} };
  let view: LinkView = {};
  const rules = { hide: [] as string[], lock: [] as string[], only: [] as string[] } satisfies ControlRules;
  for (const [index, [name, text]] of entries.entries()) {
    // Lists of controls add up; of anything else the last one counts.
    const again = isList(name) ? undefined : entries.slice(index + 1).findLast(([other]) => other === name);
    if (again) {
      if (again[1] !== text)
        problems.push({ code: 'URL-03', path: name, value: again[1], facts: { hint: 'again' } });
      continue;
    }
    if (name === 'v' || name === 'bridge') continue;
    if (name === 'a' || name === 'b') {
      if (presetIds.includes(text)) presets[name] = text;
      else problems.push({ code: 'URL-12', path: name, value: text, allowed: [...presetIds] });
    } else if (name === 'marks') {
      const times = text.split(',');
      const good = times.filter((time) => readTime(time) !== undefined);
      for (const time of times)
        if (!good.includes(time)) problems.push({ code: 'URL-03', path: name, value: time });
      if (good.length > 0) view = { ...view, marks: good.join() };
    } else if (isList(name)) {
      for (const control of text.split(',')) {
        if (name === 'only' && (control === 'a' || control === 'b')) view = { ...view, only: control };
        else if (isControl(control)) rules[name].push(control);
        else problems.push({ code: 'URL-03', path: name, value: control });
      }
    } else if (isViewName(name)) {
      const part = readView(name, text);
      if (part) view = { ...view, ...part };
      else problems.push({ code: 'URL-03', path: name, value: text });
    } else {
      const side = name.startsWith('a.') ? 'a' : name.startsWith('b.') ? 'b' : undefined;
      if (side) own[side][name.slice(2)] = readValue(text);
      else for (const both of [edits.a, edits.b]) both[name] = readValue(text);
    }
  }
  const side = (name: SideName): LinkSide => ({
    preset: presets[name],
    edits: { ...edits[name], ...own[name] },
  });
  if (hasRules(rules)) view = { ...view, rules };
  // Nothing is compared with nobody.
  const { compare, ...rest } = view;
  if (compare && !view.follow) {
    view = rest;
    problems.push({ code: 'URL-03', path: 'compare' });
  }
  return { link: { a: side('a'), b: side('b'), view }, problems };
}

/** Whether what the name stands for are controls: what is hidden, locked, or left. */
export const isList = (name: string): name is 'hide' | 'lock' | 'only' =>
  name === 'hide' || name === 'lock' || name === 'only';

function readEntries(query: string): { entries: [string, string][]; problems: Problem[] } {
  const entries: [string, string][] = [];
  const problems: Problem[] = [];
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = percentDecode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? undefined : percentDecode(part.slice(equals + 1));
    if (name === undefined || name === '' || value === undefined)
      problems.push({ code: 'URL-03', path: part.slice(0, 60) });
    else entries.push([name, value]);
  }
  return { entries, problems };
}

const viewNames = [
  't',
  'branch',
  'speed',
  'lang',
  'theme',
  'motion',
  'palette',
  'present',
  'paused',
  'panel',
  'zoom',
  'slo',
  'sel',
  'lanes',
  'marks',
  'embed',
  'branches',
  'layout',
  'sync',
  'elastic',
  'follow',
  'compare',
  'explain',
] as const;
type ViewName = Exclude<(typeof viewNames)[number], 'marks'>;
/** Whether the name is read by `readView`; marks are a list, of which each is read by itself. */
const isViewName = (name: string): name is ViewName =>
  name !== 'marks' && viewNames.some((other) => other === name);

/** The words of links that are neither knobs nor short for one side. */
export const LINK_NAMES: readonly string[] = [...viewNames, 'hide', 'lock', 'only'];

const TIMES = { t: 'timeNs', branch: 'branchNs', slo: 'sloNs', speed: 'speed' } as const;
/** An origin as browsers write it. */
const EMBED = /^(1|https?:\/\/[\w.:[\]-]+)$/;

function readView(name: ViewName, text: string): LinkView | undefined {
  if (name === 'speed' && text === 'max') return { speed: FLAT_OUT };
  if (name === 't' || name === 'branch' || name === 'slo' || name === 'speed') {
    const ns = readTime(text);
    const isOut = ns === undefined || (name === 'speed' && clampSpeed(ns) !== ns);
    return isOut ? undefined : { [TIMES[name]]: ns };
  }
  if (name === 'sel' || name === 'lanes') {
    const [, side, times = text] = (name === 'lanes' && /^([ab]):(.*)$/.exec(text)) || [];
    const [from, to, ...rest] = times.split(',').map(readTime);
    if (from === undefined || to === undefined || from >= to || rest.length > 0) return undefined;
    if (name === 'sel') return { selected: [from, to] };
    return side ? { lanes: { side: side as SideName, span: [from, to] } } : undefined;
  }
  if (name === 'follow' || name === 'compare') {
    const [, side, digits] = /^([ab]):(\d{1,10})$/.exec(text) ?? [];
    const request = Number(digits);
    return side && request < 2 ** 32 - 1 ? { [name]: { side: side as SideName, request } } : undefined;
  }
  if (name === 'present' || name === 'paused' || name === 'elastic') {
    return text === '1' || text === '0' ? { [name]: text === '1' } : undefined;
  }
  if (name === 'palette') return readFills(text) ? { palette: text } : undefined;
  if (name === 'branches') return { branches: text };
  if (name === 'embed') return EMBED.test(text) ? { embed: text } : undefined;
  const value = LINK_CHOICES[name].find((choice) => choice === text);
  return value === undefined ? undefined : { [name]: value };
}

const units = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 } as const;

export function readTime(text: string): number | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,9})?)(ns|us|ms|s)$/.exec(text);
  if (!match) return undefined;
  return Math.round(Number(match[1]) * units[match[2] as keyof typeof units]);
}

/** Whole nanoseconds in the largest unit that needs at most three decimals. */
export function writeTime(ns: number): string {
  const whole = Math.round(ns);
  const unit = (['s', 'ms', 'us'] as const).find(
    (name) => whole >= units[name] && Number.isInteger((whole * 1000) / units[name]),
  );
  return unit === undefined ? `${whole}ns` : `${whole / units[unit]}${unit}`;
}

const writeSpan = (span: readonly number[]): string => span.map(writeTime).join();

/** Numbers, true, false and null are meant as such; everything else is text. */
export function readValue(text: string): Json {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  // What no number can hold stays as it was written, so that it can be told.
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}

const writeValue = (value: Json): string => String(value);

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one !== undefined && Object.is(one, other);

/** Percent-encodes what would not survive in a fragment; names and numbers stay readable. */
const percentEncode = (text: string): string => encodeURIComponent(text).replaceAll('%2C', ',');

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
