/** The texts of the open lesson and the results of its figures, for everything on its page. */
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { loadTerms, type TermTexts } from '../../i18n/terms.ts';
import { run } from '../../lab/run/run-state.ts';
import { experiment } from '../../lab/settings/experiment-state.ts';
import type { Language } from '../../lib/languages.ts';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { useStore } from '../../ui/use-store.ts';
import type { Finder } from '../glossary/marks.ts';
import { termFinder } from '../glossary/page-terms.ts';
import { FormulaError, type Results } from '../lessons/figures.ts';
import { pointOf } from '../lessons/goals.ts';
import { loadLessonText, loadRevealText, ownLesson } from '../lessons/library.ts';
import type { Sections } from '../lessons/text.ts';
import { learn } from './learn-state.ts';

interface Glossary {
  readonly texts: TermTexts;
  readonly finder: Finder;
}

interface LessonTexts {
  readonly sections: Sections;
  readonly results: Results;
  /** Language of the texts, if it differs from the page's. */
  readonly language: Language | undefined;
  /** Absent until it is loaded, and before the lock: an explained term may give the answer away. */
  readonly glossary: Glossary | undefined;
}

const TextsContext = createContext<LessonTexts | undefined>(undefined);

export function useLessonTexts(): LessonTexts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('no lesson is open');
  return texts;
}

/** The sections of a lesson; those of the reveal after the lock. */
function useSections(id: string): Sections | undefined {
  const { language } = useWords();
  // An author changes the lesson while it is open.
  const lesson = useStore(learn, (state) => state.lesson);
  const isRevealed = useStore(learn, ({ reveal }) => reveal !== undefined);
  const [loaded, setLoaded] = useState<{ id: string; language: Language; sections: Sections }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts of a changed lesson have changed
  useEffect(() => {
    let isWanted = true;
    const parts = [loadLessonText(id, language), ...(isRevealed ? [loadRevealText(id, language)] : [])];
    Promise.all(parts)
      .then((all) => {
        const sections = new Map(all.flatMap((part) => [...part]));
        if (isWanted) setLoaded({ id, language, sections });
      })
      .catch((error: unknown) => {
        const detail = error instanceof Error ? error.message : String(error);
        if (isWanted) learn.setState({ failure: { code: 'ENG-03', path: '', detail } });
      });
    return () => {
      isWanted = false;
    };
  }, [id, language, lesson, isRevealed]);
  return loaded?.id === id && loaded.language === language ? loaded.sections : undefined;
}

const loadNothing = async (): Promise<undefined> => undefined;

/** The terms that texts may mark. */
function useGlossary(): Glossary | undefined {
  const { language } = useWords();
  const isRevealed = useStore(learn, ({ reveal }) => reveal !== undefined);
  const texts = useLoaded<TermTexts | undefined>(isRevealed ? loadTerms : loadNothing, language);
  return useMemo(() => {
    if (!texts) return undefined;
    return { texts, finder: termFinder(texts) };
  }, [texts]);
}

/**
 * Results by name: `a` and `b` are the runs on the stage, all others the lesson's own. While the lesson
 * changes the stage or shows a counter-run, the stage has no results.
 */
function useResults(): Results {
  const results = useStore(learn, (state) => state.results);
  const isElse = useStore(learn, ({ isStaging, counter }) => isStaging || counter !== undefined);
  const sides = useStore(experiment);
  const a = useStore(run, (state) => state.a);
  const b = useStore(run, (state) => state.b);
  return useMemo((): Results => {
    const stage = { a, b };
    return (name) => {
      if (name === 'a' || name === 'b') {
        const { summary, isStale } = stage[name];
        const scenario = sides[name]?.scenario;
        if (summary && scenario && !isStale && !isElse) return [pointOf(summary, scenario)];
      }
      const points = results[name];
      if (!points) throw new FormulaError(`${name} has not been counted`);
      return points;
    };
  }, [results, isElse, sides, a, b]);
}

export interface TextsProviderProps {
  readonly sections: Sections;
  readonly results: Results;
  readonly children: ReactNode;
}

/** Texts with their own results, outside an open lesson. */
export function TextsProvider({ sections, results, children }: TextsProviderProps) {
  const texts = useMemo(
    () => ({ sections, results, glossary: undefined, language: undefined }),
    [sections, results],
  );
  return <TextsContext.Provider value={texts}>{children}</TextsContext.Provider>;
}

export interface LessonTextsProviderProps {
  readonly id: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

export function LessonTextsProvider({ id, fallback, children }: LessonTextsProviderProps) {
  const sections = useSections(id);
  const results = useResults();
  const glossary = useGlossary();
  const texts = useMemo(
    () => (sections ? { sections, results, glossary, language: ownLesson(id)?.language } : undefined),
    [id, sections, results, glossary],
  );
  return texts ? <TextsContext.Provider value={texts}>{children}</TextsContext.Provider> : fallback;
}
