/** Titles and goals of lessons. Their keys are the ids of the course; a test compares the two. An own lesson has its own. */
import { useTranslations } from 'use-intl';
import { ownLesson } from '../lessons/library.ts';

export function useLessonTitle(): (id: string) => string {
  const t = useTranslations('learn.lessons');
  return (id) => ownLesson(id)?.title ?? t(`${id}.title` as 'rtt.title');
}

export function useLessonGoal(): (id: string) => string {
  const t = useTranslations('learn.lessons');
  return (id) => ownLesson(id)?.goal ?? t(`${id}.goal` as 'rtt.goal');
}
