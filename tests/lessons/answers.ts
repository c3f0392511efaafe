/** Answers of automated learners: one who knows, and one who does not. */
import type { Given } from '../../src/learn/lessons/grade.ts';
import type { Answer, Question } from '../../src/learn/lessons/lesson.ts';

export function rightAnswer(answer: Answer): Exclude<Given, null> {
  if (answer.kind === 'choice' || answer.kind === 'ranking') return answer.right;
  return answer.about;
}

/** Something that is not right: another option, the far end of the slider, the order in which things are given. */
export function wrongAnswer(question: Question, answer: Answer): Exclude<Given, null> {
  switch (question.kind) {
    case 'choice': {
      const isOther = (option: string) => answer.kind === 'choice' && option !== answer.right;
      // One that has a counter-run, if any.
      const others = question.options.filter(isOther);
      return others.find((option) => answer.counters?.[option]) ?? others[0] ?? '';
    }
    case 'number': {
      const { min, max } = question;
      const about = answer.kind === 'number' ? answer.about : 0;
      return answer.counters?.low || about > (min + max) / 2 ? min : max;
    }
    case 'ranking':
      return question.items;
    case 'curve':
      return question.x.map(() => question.min);
    case 'allocation': {
      const about = answer.kind === 'allocation' ? answer.about : {};
      const [least, ...others] = [...question.parts].sort((a, b) => (about[a] ?? 0) - (about[b] ?? 0));
      return Object.fromEntries([[least, 100], ...others.map((part) => [part, 0])]);
    }
  }
}
