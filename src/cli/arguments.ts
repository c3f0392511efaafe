/** What was asked for on the command line. */
import { parseArgs } from 'node:util';
import type { Language } from '../lib/languages.ts';
import { isLanguage, LANGUAGES } from '../lib/languages.ts';

export const HELP = `Simulates a scenario with the same engine as the page.

  sim run FILE.json     prints what the run shows, as JSON (FILE "-": standard input)
  sim presets           lists the named starting points
  sim presets ID        prints one of them, to change and to run
  sim predict [PART]    predicts the measured rows (those whose name contains PART) and compares
  sim claims            holds what articles and benchmarks say against the engine; code 1 when one that passed fails
  sim record            writes the answers to all claims and measured rows into the repository, for the page
  sim fit PROFILE       fits the free costs of a profile and writes them into the repository
                        (--residuals: keeps the costs and only evaluates them again)

  --pretty              run: JSON over several lines
  --json                predict, claims: results as JSON
  --only ID,ID…         claims: only these
  --lang zh-CN          explanations in Chinese (default: en)
`;

export type Request =
  | { command: 'help' }
  | { command: 'record' }
  | { command: 'run'; file: string; pretty: boolean; lang: Language }
  | { command: 'presets'; id: string | undefined; lang: Language }
  | { command: 'predict'; only: string; json: boolean }
  | { command: 'fit'; profile: string; residuals: boolean }
  | { command: 'claims'; only: readonly string[]; json: boolean; lang: Language };

/** The request, or a sentence that says why there is none. */
export function readArguments(args: readonly string[]): Request | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', default: false },
        pretty: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        residuals: { type: 'boolean', default: false },
        only: { type: 'string', default: '' },
        lang: { type: 'string', default: 'en' },
      },
    });
    const { lang, pretty, json } = values;
    if (!isLanguage(lang)) return `--lang: ${lang} is not one of ${LANGUAGES.join(', ')}`;
    const [command, argument, ...rest] = positionals;
    if (values.help || command === undefined || command === 'help') return { command: 'help' };
    if (rest.length > 0) return `unexpected argument: ${rest[0]}`;
    if (command === 'record')
      return argument === undefined ? { command } : `unexpected argument: ${argument}`;
    if (command === 'presets') return { command, id: argument, lang };
    if (command === 'fit') return { command, profile: argument ?? '', residuals: values.residuals };
    if (command === 'predict') return { command, only: argument ?? '', json };
    if (command === 'claims') {
      if (argument !== undefined) return `unexpected argument: ${argument} (one claim: --only ${argument})`;
      return { command, only: values.only.split(',').filter((id) => id !== ''), json, lang };
    }
    if (command !== 'run')
      return `unknown command: ${command} (there are: run, presets, predict, claims, record, fit, help)`;
    if (argument === undefined) return 'run: which file? (a scenario, or "-" for standard input)';
    return { command, file: argument, pretty, lang };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
