/**
 * Valid values of link parameters: choices or format, and suggestions for invalid ones. Loaded with the first
 * invalid link.
 */
import { VISIBLE_STATES } from '../../lib/palette.ts';
import { clampSpeed, MAX_SPEED } from '../../lib/speed.ts';
import { controlNames, OTHER_CONTROLS } from './control-names.ts';
import { CONTROL_GROUPS } from './controls.ts';
import { closestMatch } from './fuzzy-match.ts';
import { presetIds } from './presets.ts';
import type { Problem } from './problem.ts';
import { isList, LINK_CHOICES, readTime } from './read-link.ts';
import { writeTime } from './url.ts';

/** Format of a value without a list of choices; the texts are in `issues.json`. */
type Form =
  | 'choice'
  | 'control'
  | 'time'
  | 'speed'
  | 'span'
  | 'lanes'
  | 'request'
  | 'process'
  | 'alone'
  | 'palette'
  | 'embed';

const FORMS: Readonly<Record<string, Form>> = {
  t: 'time',
  branch: 'time',
  slo: 'time',
  marks: 'time',
  speed: 'speed',
  sel: 'span',
  lanes: 'lanes',
  follow: 'request',
  compare: 'request',
  process: 'process',
  palette: 'palette',
  embed: 'embed',
};

const SWITCHES = ['present', 'paused', 'elastic'];
const YES = ['yes', 'true', 'on'];
const NO = ['no', 'false', 'off'];

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  ...LINK_CHOICES,
  ...Object.fromEntries(SWITCHES.map((name) => [name, ['1', '0']])),
};

/** Suggestions for control names: groups first, then their members. */
const namedControls = (): readonly string[] => [...Object.entries(CONTROL_GROUPS).flat(2), ...OTHER_CONTROLS];

/** Converts a typed time to the link format: non-negative, without spaces and Greek letters. */
function suggestedTime(written: string): string | undefined {
  const compact = written.replace(/\s/g, '').replace(/[µμ]/, 'u').replace(',', '.').toLowerCase();
  if (compact.startsWith('-')) return readTime(compact.slice(1)) === undefined ? undefined : '0ns';
  return readTime(compact) === undefined ? undefined : compact;
}

/** The nearest speed with a clock. */
function suggestedSpeed(written: string): string | undefined {
  const ns = readTime(suggestedTime(written) ?? '');
  return ns === undefined ? undefined : writeTime(Math.min(MAX_SPEED, clampSpeed(ns)));
}

function nearest(name: string, form: Form, value: string): string | undefined {
  if (form === 'control') return closestMatch(value, controlNames());
  // Bookmarks are a list: a suggestion would replace all of them.
  if (form === 'time') return name === 'marks' ? undefined : suggestedTime(value);
  if (form === 'speed') return suggestedSpeed(value);
  if (form !== 'choice') return undefined;
  const allowed = CHOICES[name] ?? [];
  if (SWITCHES.includes(name)) {
    const word = value.toLowerCase();
    return YES.includes(word) ? '1' : NO.includes(word) ? '0' : undefined;
  }
  return closestMatch(value, allowed) ?? (allowed.length === 1 ? allowed[0] : undefined);
}

/** Adds valid values and the most likely preset, control or value to a link's problems. */
export const withSuggestions = (problems: readonly Problem[]): Problem[] => problems.map(withSuggestion);

function withSuggestion(problem: Problem): Problem {
  const { code, path, value, facts } = problem;
  if (code === 'URL-12') {
    const suggestion = closestMatch(value ?? '', presetIds);
    return suggestion === undefined ? problem : { ...problem, suggestion };
  }
  if (code !== 'URL-03' || facts?.hint !== undefined) return problem;
  if (typeof value !== 'string')
    return path === 'compare' ? { ...problem, facts: { form: 'alone' } } : problem;
  const form = isList(path) ? 'control' : path in CHOICES ? 'choice' : FORMS[path];
  if (form === undefined) return problem;
  const allowed = form === 'control' ? namedControls() : form === 'palette' ? VISIBLE_STATES : CHOICES[path];
  const suggestion = nearest(path, form, value);
  return {
    ...problem,
    ...(allowed ? { allowed: [...allowed] } : {}),
    ...(suggestion === undefined ? {} : { suggestion }),
    facts: { form },
  };
}

/** Maximum number of choices offered as buttons; longer lists are only mentioned in the text. */
const MAX_OFFERED = 6;

/** Replacements for an invalid value: the likely one, or its few choices. */
export function replacements({ code, suggestion, allowed = [], facts }: Problem): readonly string[] {
  if (code !== 'URL-03' && code !== 'URL-12') return [];
  if (suggestion) return [suggestion];
  return facts?.form === 'choice' && allowed.length <= MAX_OFFERED ? allowed : [];
}
