/** Titles and goals of lessons. Their keys are the ids of the course; a test compares the two. */
import { useTranslations } from 'use-intl';

export function useLessonTitle(): (id: string) => string {
  const t = useTranslations('learn.lessons');
  return (id) => t(`${id}.title` as 'rtt.title');
}

export function useLessonGoal(): (id: string) => string {
  const t = useTranslations('learn.lessons');
  return (id) => t(`${id}.goal` as 'rtt.goal');
}
