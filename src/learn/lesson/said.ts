/** What a learner has said, or what would be right, as words. */
import { useTranslations } from 'use-intl';
import { listed } from '../../ui/listed.ts';
import { useWords } from '../../ui/texts.tsx';
import type { Given } from '../lessons/grade.ts';
import type { Question, QuestionName } from '../lessons/lesson.ts';
import { useLessonTexts } from './lesson-texts.tsx';
import { useUnits } from './units.ts';

/** The plain label of an option, an item or a part. */
export function useLabels(name: QuestionName): (option: string) => string {
  const { sections } = useLessonTexts();
  return (option) => (sections.get(`${name}.${option}`) ?? option).replaceAll(/[*`]/g, '');
}

export function useSaid(name: QuestionName, question: Question): (given: Given) => string {
  const t = useTranslations('learn.ask');
  const { language } = useWords();
  const label = useLabels(name);
  const text = useUnits();
  return (given) => {
    if (given === null) return t('nothing');
    if (typeof given === 'string') return label(given);
    if (typeof given === 'number')
      return question.kind === 'number' ? text(question.unit, given) : String(given);
    if (question.kind === 'ranking') return (given as readonly string[]).map(label).join(' › ');
    if (question.kind === 'curve')
      return (given as readonly number[]).map((value) => text(question.unit, value)).join(' › ');
    return listed(
      language,
      Object.entries(given as Readonly<Record<string, number>>).map(([part, share]) =>
        t('part', { part: label(part), share: text('percent', share) }),
      ),
    );
  };
}
