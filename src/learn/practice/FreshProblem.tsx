import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { engineProblem } from '../../lab/run/engines.ts';
import type { Problem as Failure } from '../../model/scenario/problem.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { AnswerForm, Feedback } from '../lesson/Ask.tsx';
import { TextsProvider } from '../lesson/lesson-texts.tsx';
import { useSaid, useUnits } from '../lesson/lesson-words.ts';
import { Prose } from '../lesson/Prose.tsx';
import type { LessonId } from '../lessons/course.ts';
import type { Given } from '../lessons/grade.ts';
import type { Question } from '../lessons/lesson.ts';
import { loadFreshText } from '../lessons/library.ts';
import type { Sections } from '../lessons/text.ts';
import { type Kind, RIGHT } from './fresh.ts';
import { makeProblem, type Problem } from './problem.ts';

export interface FreshProblemProps {
  readonly id: LessonId;
  readonly kind: Kind;
  readonly seed: number;
  readonly onAnswer: (isRight: boolean) => void;
}

/** One problem with new numbers: question, options, feedback. */
export function FreshProblem({ id, kind, seed, onAnswer }: FreshProblemProps) {
  const t = useTranslations('practice');
  const { language } = useWords();
  const [problem, setProblem] = useState<Problem>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const load = useMemo(() => (chosen: typeof language) => loadFreshText(id, chosen), [id]);
  const texts = useLoaded(load, language);
  useEffect(() => {
    let isWanted = true;
    makeProblem(id, kind, seed, language, () => isWanted)
      .then((made) => isWanted && setProblem(made))
      .catch((error: unknown) => isWanted && setFailures([engineProblem(error)]));
    return () => {
      isWanted = false;
    };
  }, [id, kind, seed, language]);
  if (failures.length > 0) return <ProblemList problems={failures} takesFocus />;
  if (!problem || !texts) return <p role="status">{t('making')}</p>;
  return <Made kind={kind} problem={problem} texts={texts} onAnswer={onAnswer} />;
}

interface MadeProps extends Pick<FreshProblemProps, 'kind' | 'onAnswer'> {
  readonly problem: Problem;
  readonly texts: Sections;
}

function Made({ kind, problem, texts, onAnswer }: MadeProps) {
  const text = useUnits();
  const { options, results, template } = problem;
  // As the texts of a lesson's question: labels of the options, and a reason for each.
  const sections = new Map([[kind as string, texts.get(kind) ?? '']]);
  for (const { name, value } of options) {
    sections.set(`${kind}.${name}`, text(template.unit, value));
    sections.set(`${kind}.${name}.because`, texts.get(`${kind}.${name}`) ?? '');
  }
  return (
    <TextsProvider sections={sections} results={results}>
      <Prose section={kind} />
      <Answer kind={kind} names={options.map(({ name }) => name)} onAnswer={onAnswer} />
    </TextsProvider>
  );
}

interface AnswerProps extends Pick<FreshProblemProps, 'kind' | 'onAnswer'> {
  readonly names: readonly string[];
}

function Answer({ kind, names, onAnswer }: AnswerProps) {
  const t = useTranslations('learn.ask');
  const own = useTranslations('practice');
  const question: Question = { kind: 'choice', options: [...names] };
  const [given, setGiven] = useState<Given>();
  const said = useSaid(kind, question);
  if (given === undefined)
    return (
      <AnswerForm
        name={kind}
        question={question}
        submitLabel={t('answer')}
        onSubmit={(answer) => {
          setGiven(answer);
          onAnswer(answer === RIGHT);
        }}
      />
    );
  return (
    <>
      <p>{t('said', { given: said(given) })}</p>
      <Feedback name={kind} answer={{ kind: 'choice', right: RIGHT }} given={given} isNew />
      {given !== RIGHT && (
        <>
          <p>{own('right', { value: said(RIGHT) })}</p>
          {given !== null && <Prose section={`${kind}.${RIGHT}.because`} />}
        </>
      )}
    </>
  );
}
