/**
 * Parses links (`url.ts`). Parsing never fails: unreadable parts are skipped and reported. The engine
 * validates the values (`normalize`).
 */

import { readFills } from '../../lib/custom-palette.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import { clampSpeed, UNLIMITED_SPEED } from '../../lib/speed.ts';
import { isControl } from './control-names.ts';
import { type ControlRules, hasRules } from './controls.ts';
import { migrateEdit, migratePath } from './migrate-version-1.ts';
import { PANELS } from './panels.ts';
import type { Json } from './patch.ts';
import { presetIds } from './presets.ts';
import type { Problem, SideName } from './problem.ts';
import { STAGE_PARTS } from './stage-parts.ts';
import {
  DEFAULT_PAIR,
  LAYOUTS,
  LINK_VERSION,
  type Link,
  type LinkSide,
  type LinkView,
  SYNCS,
  TIME_UNITS,
  ZOOMS,
} from './url.ts';

/** A parsed link, with its problems. */
export interface ReadLink {
  readonly link: Link;
  readonly problems: readonly Problem[];
}

/** Choices of link parameters. */
export const LINK_CHOICES = {
  v: Array.from({ length: LINK_VERSION }, (_, index) => String(index + 1)),
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
 * Parses the query of a link. Unknown names are treated as fields, which the engine checks. Links of newer
 * versions are read as far as possible: their locks and hidden controls apply in an older page, too.
 */
export function readLink(query: string): ReadLink {
  const { entries, problems } = readEntries(query);
  const version = entries.find(([name]) => name === 'v')?.[1];
  const isKnown = LINK_CHOICES.v.some((known) => known === version);
  if (version !== undefined && !isKnown)
    problems.push({
      code: Number(version) > LINK_VERSION ? 'URL-09' : 'URL-03',
      path: 'v',
      value: version,
      max: LINK_VERSION,
    });
  const presets: Record<SideName, string> = { ...DEFAULT_PAIR };
  const edits: Record<SideName, Record<string, Json>> = { a: {}, b: {} };
  const sideEdits: Record<SideName, Record<string, Json>> = { a: {}, b: {} };
  let view: LinkView = {};
  const rules = { hide: [] as string[], lock: [] as string[], only: [] as string[] } satisfies ControlRules;
  // A link without a version may be of any.
  const isPresent = version === String(LINK_VERSION);
  const pathOf = (path: string) => (isPresent ? path : migratePath(path));
  const editOf = (path: string, text: string): [string, Json] =>
    isPresent ? [path, readValue(text)] : migrateEdit(path, readValue(text));
  for (const [index, [name, text]] of entries.entries()) {
    // Control lists accumulate; for other parameters the last one wins.
    const overriding = isList(name)
      ? undefined
      : entries.slice(index + 1).findLast(([other]) => other === name);
    if (overriding) {
      if (overriding[1] !== text)
        problems.push({ code: 'URL-03', path: name, value: overriding[1], facts: { hint: 'again' } });
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
      for (const control of text.split(',').map(pathOf)) {
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
      const [path, value] = editOf(side ? name.slice(2) : name, text);
      for (const each of side ? [sideEdits[side]] : [edits.a, edits.b]) each[path] = value;
    }
  }
  const side = (name: SideName): LinkSide => ({
    preset: presets[name],
    edits: { ...edits[name], ...sideEdits[name] },
  });
  if (hasRules(rules)) view = { ...view, rules };
  // A comparison needs a followed request.
  const { compare, ...rest } = view;
  if (compare && !view.follow) {
    view = rest;
    problems.push({ code: 'URL-03', path: 'compare' });
  }
  return { link: { a: side('a'), b: side('b'), view }, problems };
}

/** Whether the parameter is a list of controls. */
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
  'process',
  'explain',
] as const;
type ViewName = Exclude<(typeof viewNames)[number], 'marks'>;
/** Whether `readView` reads the parameter; each bookmark of the list is read separately. */
const isViewName = (name: string): name is ViewName =>
  name !== 'marks' && viewNames.some((other) => other === name);

/** Link parameters that are neither fields nor single sides. */
export const LINK_NAMES: readonly string[] = [...viewNames, 'hide', 'lock', 'only'];

const TIMES = { t: 'timeNs', branch: 'branchNs', slo: 'sloNs', speed: 'speed' } as const;
/** An origin as browsers write it. */
const EMBED = /^(1|https?:\/\/[\w.:[\]-]+)$/;

function readView(name: ViewName, text: string): LinkView | undefined {
  if (name === 'speed' && text === 'max') return { speed: UNLIMITED_SPEED };
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
  if (name === 'process') {
    const [, a, b] = /^(\d{1,5}),(\d{1,5})$/.exec(text) ?? [];
    return a && b ? { process: { a: Number(a), b: Number(b) } } : undefined;
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

export function readTime(text: string): number | undefined {
  const match = /^(\d{1,15}(?:\.\d{1,9})?)(ns|us|ms|s)$/.exec(text);
  if (!match) return undefined;
  return Math.round(Number(match[1]) * TIME_UNITS[match[2] as keyof typeof TIME_UNITS]);
}

/** Parses numbers, true, false and null; other text stays text. */
export function readValue(text: string): Json {
  if (text === 'null') return null;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text.startsWith('[')) return listOf(text) ?? text;
  // A number out of range stays text, so that it can be reported.
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))
    ? Number(text)
    : text;
}

/** A list, such as the neighbours; one that is cut stays text, so that it can be reported. */
function listOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function percentDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
