/** The words of a curve that is predicted. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { CurveWords } from '../../charts/predicted-curve.ts';
import { useWords } from '../../ui/texts.tsx';
import type { Question, QuestionName } from '../lessons/lesson.ts';
import { useLessonTexts } from './lesson-texts.tsx';
import { useUnits } from './units.ts';

/** @param name its axes are named by the sections `<name>.x` and `<name>.y` */
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
