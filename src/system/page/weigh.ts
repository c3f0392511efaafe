/** Weighs all answers of a subject: questions and choices. */
import { normalize } from '../../lab/run/normalize.ts';
import type { Quantity } from '../../model/sweep/effects.ts';
import type { Engines } from '../../model/sweep/paired-runs.ts';
import { assemble } from '../assemble.ts';
import { COSTS, costChoice } from '../choices.ts';
import type { Subject } from '../diagnosis/finding.ts';
import { proposalsOf } from '../proposals.ts';
import { askedAtOnce, openQuestions } from '../questions.ts';
import { inOwnReader } from '../reading/client.ts';
import type { Answers, Piece } from '../system.ts';
import { choiceSystems } from './choice-systems.ts';
import { type SensitivityOptions, sensitivity } from './sensitivity.ts';

/** What no text says about a subject, with the proposals. */
export const questionsOf = ({ reading, scenario, settings }: Subject, answers: Answers) =>
  openQuestions(scenario, settings, answers, reading.instances, proposalsOf(reading, answers));

/** What the texts of a subject leave open, and its machine. Of many choices those that are shown at once. */
const choicesOf = ({ reading, scenario }: Subject, answers: Answers) => [
  ...askedAtOnce(reading.choices ?? [], []).first.choices,
  costChoice(scenario, answers),
];

/** Says how much each answer matters, as runs end. */
export async function weighAnswers(
  subject: Subject,
  { pieces, answers }: { readonly pieces: readonly Piece[]; readonly answers: Answers },
  metric: Quantity,
  engines: Engines,
  options: SensitivityOptions,
): Promise<void> {
  const { reading, scenario } = subject;
  const choices = await inOwnReader((reader) =>
    choiceSystems(
      choicesOf(subject, answers),
      scenario,
      async (id, value) => {
        const changed = { ...answers, [id]: value };
        // The texts say nothing of the machine.
        const again = id === COSTS ? reading : await reader.read(pieces, changed);
        const assembled = await assemble(again, changed, normalize);
        return 'scenario' in assembled ? assembled.scenario : undefined;
      },
      options.signal,
    ),
  );
  const questions = questionsOf(subject, answers);
  await sensitivity(scenario, { questions, choices }, metric, engines, normalize, options);
}
