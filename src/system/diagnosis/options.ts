/** Changes of the scenario in the library's own names. */
import { type Edits, getAt, type Json } from '../../model/scenario/patch.ts';
import { literalIn } from '../advice/rewrite/literal.ts';
import type { Setting } from '../system.ts';
import type { Finding, OptionChange, Subject } from './finding.ts';
import { inOption, optionText, unitsOf } from './option-text.ts';
import { settingAt } from './subject.ts';

/** A changed option, with the setting of the scenario behind it. */
export interface NamedChange extends OptionChange {
  readonly path: string;
}

/** The present value. Where the field has none or no limit, the text of the line says how: `-1ms`. */
function writtenIn({ value, origin }: Setting): Json {
  if (value !== 0 || origin.from !== 'line') return value;
  const place = literalIn(origin.text, origin.key);
  const literal = place ? origin.text.slice(place.from, place.to) : '';
  return /^["']?-\d/.test(literal) ? literal.replace(/^["']|["']$/g, '') : value;
}

/** The options that some edits change, as far as they were read or have a default of the library. */
export const optionsOf = (subject: Subject, edits: Edits): NamedChange[] =>
  Object.entries(edits).flatMap(([path, to]) => {
    const setting = settingAt(subject, path);
    if (!setting || !('key' in setting.origin)) return [];
    const units = unitsOf(subject.reading, setting);
    const change = inOption(setting, writtenIn(setting), to, edits);
    return [{ path, option: setting.origin.key, ...change, ...(units && { units }) }];
  });

/** "timeout: 2000 ms → 50 ms". */
export const changeText = ({ option, from, to, units }: OptionChange): string =>
  `${option}: ${optionText(from, units)} → ${optionText(to, units)}`;

/** A finding without edits that change nothing, and with the options of the others. */
export function withOptions(subject: Subject, finding: Finding): Finding {
  const { change } = finding;
  if (!change) return finding;
  const edits: Edits = Object.fromEntries(
    Object.entries(change.edits).filter(([path, to]) => getAt(subject.scenario, path) !== to),
  );
  return { ...finding, change: { ...change, edits, options: optionsOf(subject, edits) } };
}
