// @vitest-environment happy-dom
/** The certificate of every lesson opens, whatever its check asks: goals of a run, an answer, or both. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { Certificate } from '../../../src/learn/lesson/Certificate.tsx';
import { learn, learnProgress, NO_LESSON } from '../../../src/learn/lesson/learn-state.ts';
import { LessonTextsProvider } from '../../../src/learn/lesson/lesson-texts.tsx';
import course from '../../../src/learn/lessons/course.json' with { type: 'json' };
import { NOTHING } from '../../../src/learn/lessons/progress.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { ErrorBoundary } from '../../../src/ui/ErrorBoundary.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import { lessonFolders } from '../../lessons/files.ts';
import '../../support/patience.ts';
import { deep } from '../../support/tier.ts';

afterEach(() => {
  cleanup();
  learn.setState(NO_LESSON);
  learnProgress.setState({ lessons: {} });
});

it('is there for all lessons, some of which are passed by an answer alone', () => {
  expect(lessonFolders).toHaveLength(course.lessons.length);
  expect(lessonFolders.some(({ reveal }) => reveal.check.goals === undefined)).toBe(true);
  expect(lessonFolders.some(({ reveal }) => reveal.check.goals !== undefined)).toBe(true);
});

/** One language in full, some lessons in each other one: the texts that a goal needs are checked below for all. */
const shownIn = (language: string) =>
  deep || language === LANGUAGES[0] ? lessonFolders : lessonFolders.filter((_, index) => index % 5 === 0);

it('has a text for every goal in every language', () => {
  for (const { reveal, after } of lessonFolders)
    for (const language of LANGUAGES)
      for (const goal of reveal.check.goals ?? [])
        expect(after[language]?.get(`check.${goal.id}`), goal.id).toBeDefined();
});

for (const language of LANGUAGES)
  it.each(shownIn(language))(`$id opens in ${language}`, async ({ id, lesson, reveal }) => {
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const goals = reveal.check.goals ?? [];
    const fingerprint = goals.length > 0 ? '0123456789abcdef' : '';
    learn.setState({ ...NO_LESSON, id, lesson, reveal, step: 'sandbox' });
    learnProgress.setState({
      lessons: {
        [id]: { ...NOTHING, given: { predict: null }, passed: fingerprint, link: '#/lab?a.rtt=1' },
      },
    });
    const catalogue = await loadCatalogue(language);
    render(
      <Texts language={language} catalogue={catalogue}>
        <ErrorBoundary>
          <LessonTextsProvider id={id} fallback={null}>
            <Certificate id={id} onClose={() => undefined} />
          </LessonTextsProvider>
        </ErrorBoundary>
      </Texts>,
    );
    const sheet = await screen.findByRole('dialog');
    expect(sheet.querySelector('svg[role=img]')).not.toBeNull();
    await waitFor(() => expect(sheet.querySelectorAll('li')).toHaveLength(goals.length));
    if (fingerprint !== '') expect(sheet.textContent).toContain(fingerprint);
    expect(screen.queryByText('PAGE-01')).toBeNull();
    expect(complaints.mock.calls).toEqual([]);
    complaints.mockRestore();
  });
