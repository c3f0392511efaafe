/** Answers of learners, and correct ones, as text. */

import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { CurveWords } from '../../charts/predicted-curve.ts';
import { formatList } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import type { Given } from '../lessons/grade.ts';
import type { Question, QuestionName, Unit } from '../lessons/lesson.ts';
import { ownLesson } from '../lessons/library.ts';
import { useLessonTexts } from './lesson-texts.tsx';

/** Values of lessons as text. */

const NS_PER_US = 1000;

/** "8,123/s", "12 ms", "3.8%", "×18": formats a value of a unit. */
export function useUnits(): (unit: Unit, value: number | undefined) => string {
  const words = useWords();
  return (unit, value) => {
    if (value === undefined || !Number.isFinite(value)) return '…';
    if (unit === 'us') return words.duration(value * NS_PER_US);
    if (unit === 'percent') return words.percent(value / 100);
    if (unit === 'rate') return `${words.number(value)}/s`;
    return unit === 'factor' ? `×${words.number(value)}` : words.number(value);
  };
}

/** @param name the sections `<name>.x` and `<name>.y` have the names of its axes */
export function useCurveWords(
  name: QuestionName,
  question: Extract<Question, { kind: 'curve' }>,
): CurveWords {
  const t = useTranslations('learn.compare');
  const { sections } = useLessonTexts();
  const { count } = useWords();
  const text = useUnits();
  return useMemo(
    () => ({
      xTitle: sections.get(`${name}.x`) ?? '',
      yTitle: sections.get(`${name}.y`) ?? '',
      x: count,
      y: (value) => text(question.unit, value),
      drawn: t('you'),
      model: t('model'),
      tableCaption: t('curveTable'),
      sentence: (facts) => t('curveSentence', facts),
      empty: t('curveEmpty'),
    }),
    [name, question.unit, sections, count, text, t],
  );
}

/**
 * Titles and goals of lessons. Their keys are the ids of the course; a test compares the two. A custom lesson
 * has its own.
 */

export function useLessonTitle(): (id: string) => string {
  const t = useTranslations('learn.lessons');
  return (id) => ownLesson(id)?.title ?? t(`${id}.title` as 'rtt.title');
}

export function useLessonGoal(): (id: string) => string {
  const t = useTranslations('learn.lessons');
  return (id) => ownLesson(id)?.goal ?? t(`${id}.goal` as 'rtt.goal');
}

/** The label of an option, an item or a part as plain text. */
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
    return formatList(
      language,
      Object.entries(given as Readonly<Record<string, number>>).map(([part, share]) =>
        t('part', { part: label(part), share: text('percent', share) }),
      ),
    );
  };
}
