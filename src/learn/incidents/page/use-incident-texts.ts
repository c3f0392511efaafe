import { useTranslations } from 'use-intl';
import type { Messages } from '../../../i18n/texts.ts';
import { useWords } from '../../../ui/texts.tsx';
import type { Fact } from '../facts.ts';
import type { Observation } from '../incident.ts';
import type { ShownRun } from './incident-state.ts';

type IncidentId = keyof Messages['incidents']['incidents'];
type KnobName = keyof Messages['incidents']['knobs'];
type OptionName = keyof Messages['incidents']['options'];

/** Title and complaint of an incident by its id. */
export function useIncidentTexts() {
  const t = useTranslations('incidents.incidents');
  return {
    title: (id: string) => t(`${id as IncidentId}.title`),
    complaint: (id: string) => t(`${id as IncidentId}.complaint`),
  };
}

/** Names of knobs and of their options. */
export function useKnobTexts() {
  const knobs = useTranslations('incidents.knobs');
  const options = useTranslations('incidents.options');
  return {
    knob: (id: string) => knobs(`${id as KnobName}`),
    option: (id: string) => options(`${id as OptionName}`),
  };
}

/** A run that has ended, as a sentence: its response times and whether they meet the goal. */
export function useOutcomeText() {
  const t = useTranslations('incidents.outcome');
  const words = useWords();
  return ({ changes, outcome }: Pick<ShownRun, 'changes' | 'outcome'>): string =>
    t('said', {
      run: t(Object.keys(changes).length === 0 ? 'found' : 'tried'),
      p99: words.duration(outcome.p99Ns),
      answered: words.percent(outcome.answered),
      met: t(outcome.meetsGoal ? 'yes' : 'no'),
    });
}

/** Values of facts that are times or shares; the others are numbers. */
const TIMES = ['wait', 'reply', 'median', 'longest', 'slowest', 'idle', 'whole', 'oldest'];
const SHARES = ['first', 'second', 'busy', 'quiet'];

/** The numbers behind an observation, as a sentence that says where they are shown. */
export function useShownFact() {
  const t = useTranslations('incidents.shown');
  const words = useWords();
  return (observation: Observation, { values }: Fact): string => {
    const formatted = Object.entries(values).map(([name, value]) => {
      if (TIMES.includes(name)) return [name, words.duration(value)];
      return [name, SHARES.includes(name) ? words.percent(value) : words.count(Math.round(value))];
    });
    // A count decides no plural here, so every value may be a text.
    return t(observation, Object.fromEntries(formatted));
  };
}
