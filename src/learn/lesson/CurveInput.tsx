import type { PointerEvent } from 'react';
import { useTranslations } from 'use-intl';
import { type CurveData, curveFrame, predictedCurve } from '../../charts/predicted-curve.ts';
import { SvgTree } from '../../lab/results/SvgTree.tsx';
import { useSize } from '../../lab/results/use-size.ts';
import { useTheme } from '../../lab/shared/use-media.ts';
import { paletteOf } from '../../lib/palette.ts';
import { useCurveWords } from './curve-words.ts';
import type { InputProps } from './inputs.ts';
import styles from './Question.module.css';

const STEPS = 100;

/** A curve that is drawn with the pointer, or point by point with sliders. */
export function CurveInput({ name, question, draft, onDraft }: InputProps<'curve'>) {
  const t = useTranslations('learn.ask');
  const words = useCurveWords(name, question);
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const { x, min, max } = question;
  // Before the first touch the line lies in the middle.
  const values = Array.isArray(draft) ? (draft as readonly number[]) : x.map(() => Math.sqrt(min * max));
  const data: CurveData = { x, min, max, drawn: values, model: undefined };
  const box = { width, height, fontSize };
  const set = (place: number, value: number) =>
    onDraft(values.map((old, i) => (i === place ? Number(value.toPrecision(3)) : old)));
  const draw = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0 && event.type !== 'pointerdown') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const bounds = event.currentTarget.getBoundingClientRect();
    const frame = curveFrame(data, box, words);
    set(frame.placeAt(event.clientX - bounds.left), frame.valueAt(event.clientY - bounds.top));
  };
  return (
    <div className={styles.curve}>
      <p className={styles.note}>{t('draw')}</p>
      <div ref={ref} className={styles.drawing} aria-hidden="true" onPointerDown={draw} onPointerMove={draw}>
        {width > 0 && <SvgTree node={predictedCurve.draw(data, box, palette, words)} />}
      </div>
      <div className={styles.points}>
        {x.map((place, i) => (
          <label key={place}>
            <span>{words.x(place)}</span>
            <input
              type="range"
              min={0}
              max={STEPS}
              aria-label={t('point', { x: words.x(place) })}
              aria-valuetext={words.y(values[i] ?? min)}
              value={Math.round((STEPS * Math.log((values[i] ?? min) / min)) / Math.log(max / min))}
              onChange={(event) => set(i, min * (max / min) ** (Number(event.target.value) / STEPS))}
            />
          </label>
        ))}
      </div>
    </div>
  );
}
