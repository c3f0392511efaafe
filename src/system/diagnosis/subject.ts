/** Queries of the diagnosis rules on their subject. */
import type { Fact } from '../../model/explain/finding.ts';
import { getAt, type Json } from '../../model/scenario/patch.ts';
import type { Origin, Setting } from '../system.ts';
import type { Change, Finding, Subject } from './finding.ts';

/** The setting of a path. */
export const settingAt = ({ settings }: Subject, path: string): Setting | undefined =>
  settings.find((setting) => setting.path === path);

/** Where the values at some paths come from; paths with the engine's default have no origin. */
export function originsAt(subject: Subject, ...paths: readonly string[]): Origin[] {
  const origins = paths.flatMap((path) => settingAt(subject, path)?.origin ?? []);
  return origins.filter(
    (origin, index) => origins.findIndex((each) => JSON.stringify(each) === JSON.stringify(origin)) === index,
  );
}

/** A read option by one of its names, in any notation: the last part of a dotted key counts as well. */
export function optionNamed({ reading }: Subject, ...names: readonly string[]) {
  const wanted = new Set(names.map(plain));
  return reading.options.find(({ option, origin }) => {
    const keys = [option, 'key' in origin ? origin.key : ''];
    return keys.some((key) => wanted.has(plain(key)) || wanted.has(plain(key.split('.').at(-1) ?? '')));
  });
}

/** Spelling of a key without case and separators: `max-active`, `maxActive` and `MAX_ACTIVE` are one. */
const plain = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');

/** A change of the scenario; the options of the library are added later. */
export const edit = (edits: Readonly<Record<string, Json>>): Change => ({
  ...{ edits, options: [], isProtection: false },
});

/** A change that limits damage and makes nothing faster. */
export const protect = (edits: Readonly<Record<string, Json>>): Change => ({
  ...edit(edits),
  isProtection: true,
});

/** Parts of a finding that most rules leave as they are. */
export const FOUND = {
  severity: 'warning',
  change: null,
  effect: null,
  weight: 1,
} as const satisfies Partial<Finding>;

/** The pool, if the scenario has one. */
export const poolOf = ({ scenario: { client } }: Subject) =>
  client.connections.kind === 'pooled' ? client.connections : undefined;

/** The value of the scenario at a path, if it is a number. */
export function numberAt({ scenario }: Subject, path: string): number | undefined {
  const value = getAt(scenario, path);
  return typeof value === 'number' ? value : undefined;
}

/** A text as a fact: the name of a command, an option or a version. */
export const text = (value: string): Fact => ({ unit: 'text', text: value });
