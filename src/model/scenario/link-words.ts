/**
 * What a word of a link can say: its choices, or the form of its value, and the nearest of what was written instead. Loaded with the
 * first link that has one wrong.
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

/** How a value is written where there is no list of choices; the sentences are in `issues.json`. */
type Form =
  | 'choice'
  | 'control'
  | 'time'
  | 'speed'
  | 'span'
  | 'lanes'
  | 'request'
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

/** What is written of a control that is no knob: groups first, then what is in them. */
const namedControls = (): readonly string[] => [...Object.entries(CONTROL_GROUPS).flat(2), ...OTHER_CONTROLS];

/** A time as links have it, from how people write it: no less than nothing, without spaces and Greek. */
function timeMeant(written: string): string | undefined {
  const plain = written.replace(/\s/g, '').replace(/[µμ]/, 'u').replace(',', '.').toLowerCase();
  if (plain.startsWith('-')) return readTime(plain.slice(1)) === undefined ? undefined : '0ns';
  return readTime(plain) === undefined ? undefined : plain;
}

/** The nearest speed with a clock. */
function speedMeant(written: string): string | undefined {
  const ns = readTime(timeMeant(written) ?? '');
  return ns === undefined ? undefined : writeTime(Math.min(MAX_SPEED, clampSpeed(ns)));
}

function nearest(name: string, form: Form, value: string): string | undefined {
  if (form === 'control') return closestMatch(value, controlNames());
  // Of marks there are several: none takes the place of the others.
  if (form === 'time') return name === 'marks' ? undefined : timeMeant(value);
  if (form === 'speed') return speedMeant(value);
  if (form !== 'choice') return undefined;
  const allowed = CHOICES[name] ?? [];
  if (SWITCHES.includes(name)) {
    const word = value.toLowerCase();
    return YES.includes(word) ? '1' : NO.includes(word) ? '0' : undefined;
  }
  return closestMatch(value, allowed) ?? (allowed.length === 1 ? allowed[0] : undefined);
}

/** Faults of a link with what can be written there, and with the preset, the control or the value that was most likely meant. */
export const withMeantNames = (problems: readonly Problem[]): Problem[] => problems.map(withMeant);

function withMeant(problem: Problem): Problem {
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

/** As many choices as one looks through side by side; more are told by the sentence alone. */
const MOST_OFFERED = 6;

/** What can be put in the place of a wrong word with one press: what was most likely meant, or one of its few choices. */
export function wordsInstead({ code, suggestion, allowed = [], facts }: Problem): readonly string[] {
  if (code !== 'URL-03' && code !== 'URL-12') return [];
  if (suggestion) return [suggestion];
  return facts?.form === 'choice' && allowed.length <= MOST_OFFERED ? allowed : [];
}
