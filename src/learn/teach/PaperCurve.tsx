import { useTranslations } from 'use-intl';
import { type CurveData, predictedCurve } from '../../charts/predicted-curve.ts';
import { SvgTree } from '../../lab/results/SvgTree.tsx';
import { paletteOf } from '../../lib/palette.ts';
import { useCurveWords } from '../lesson/curve-words.ts';
import type { Question, QuestionName } from '../lessons/lesson.ts';

/** Width of a drawing on the sheet, CSS pixels: over all of it to draw into, one column where the answer stands. */
const WIDTH = { axes: 660, curve: 320 };

export interface PaperCurveProps {
  readonly name: QuestionName;
  readonly question: Extract<Question, { kind: 'curve' }>;
  /** What the model gives, on the teacher's sheet; absent: axes to draw into. */
  readonly model?: readonly number[];
}

/** Axes on paper. */
export function PaperCurve({ name, question, model }: PaperCurveProps) {
  const t = useTranslations('teach.handout');
  const words = useCurveWords(name, question);
  const { x, min, max } = question;
  const data: CurveData = { x, min, max, drawn: undefined, model };
  const kind = model ? 'curve' : 'axes';
  const box = { width: WIDTH[kind], height: 160, fontSize: 11 };
  return (
    <div role="img" aria-label={t(kind)}>
      <SvgTree node={predictedCurve.draw(data, box, paletteOf('light'), words)} />
    </div>
  );
}
