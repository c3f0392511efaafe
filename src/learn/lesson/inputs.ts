/** Which control asks which kind of question. */
import type { Given } from '../lessons/grade.ts';
import type { Question, QuestionName } from '../lessons/lesson.ts';

export interface InputProps<Kind extends Question['kind']> {
  readonly name: QuestionName;
  readonly question: Extract<Question, { kind: Kind }>;
  /** Undefined: nothing yet. */
  readonly draft: Given | undefined;
  readonly onDraft: (draft: Given) => void;
}
