/** Lessons as schema.org LearningResource (https://schema.org/LearningResource), for search engines and catalogues of learning material. */
import { useEffect } from 'react';
import type { Language } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import { type CourseEntry, LESSONS, lessonNamed } from '../lessons/course.ts';
import { useLessonGoal, useLessonTitle } from './lesson-words.ts';

/** @param named titles and goals in the page's language */
export function learningResource(
  { id, level, minutes, needs, number }: CourseEntry,
  language: Language,
  named: { readonly title: (id: string) => string; readonly goal: (id: string) => string },
): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    identifier: `urn:roundtrip:lesson:${id}`,
    name: named.title(id),
    teaches: named.goal(id),
    educationalLevel: level,
    timeRequired: `PT${minutes}M`,
    competencyRequired: needs.map(named.title),
    position: number,
    inLanguage: language,
    learningResourceType: 'simulation',
    interactivityType: 'active',
    isAccessibleForFree: true,
    isPartOf: { '@type': 'Course', name: 'Roundtrip' },
  };
}

const MARK = 'data-learning-resource';

/**
 * Keeps the metadata of a lesson, or of all, in the head of the page.
 * @param id absent: every lesson of the course
 */
export function useLearningResource(id?: string): void {
  const { language } = useWords();
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const shown = id === undefined ? LESSONS : LESSONS.filter((lesson) => lesson === lessonNamed(id));
  const text = JSON.stringify(shown.map((lesson) => learningResource(lesson, language, { title, goal })));
  useEffect(() => {
    const script = document.createElement('script');
    script.type = 'application/ld+json';
    script.setAttribute(MARK, '');
    script.textContent = text;
    document.head.append(script);
    return () => script.remove();
  }, [text]);
}
