import type { PointerEvent, ReactNode } from 'react';
import type { Box } from '../charts/chart.ts';
import type { SvgNode } from '../charts/svg.ts';
import { ChartFigure } from '../lab/results/ChartFigure.tsx';
import { SvgTree } from '../lab/results/SvgTree.tsx';
import type { ShownChart } from '../lab/results/shown-chart.ts';
import { useSize } from '../lab/results/use-size.ts';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import styles from './Experiments.module.css';

export interface At {
  readonly x: number;
  readonly y: number;
}

export interface DrawingProps {
  readonly chart: ShownChart;
  /** Height in lines of text. */
  readonly lines: number;
  readonly controls?: ReactNode;
  /** The pointed place as text. */
  readonly status?: string | undefined;
  /** The pointer is at a place of the drawing, or has left it. */
  readonly onPoint?: (at: At | undefined, box: Box) => void;
  /** A click on a place. */
  readonly onPick?: (at: At, box: Box) => void;
  /** If given, dragging draws instead. */
  readonly onSketch?: ((at: At, box: Box) => void) | undefined;
}

/** A chart with hover, click and drawing. The forms below it offer the same by keyboard. */
export function Drawing(props: DrawingProps) {
  const { chart, lines, controls, status, onPoint, onPick, onSketch } = props;
  const palette = paletteOf(useTheme());
  const { ref, width, height, fontSize } = useSize();
  const box = { width, height, fontSize };
  const at = (event: PointerEvent<HTMLElement>): At => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const node: SvgNode | undefined = width > 0 ? chart.draw(box, palette) : undefined;
  return (
    <ChartFigure chart={chart} controls={controls}>
      <div
        ref={ref}
        className={styles.drawing}
        style={{ blockSize: `${lines}em` }}
        data-clickable={onPick && !onSketch ? '' : undefined}
        data-sketching={onSketch ? '' : undefined}
        aria-hidden="true"
        onPointerMove={(event) => {
          onPoint?.(at(event), box);
          if (onSketch && event.buttons === 1) onSketch(at(event), box);
        }}
        onPointerDown={(event) => {
          if (!onSketch) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          onSketch(at(event), box);
        }}
        onPointerLeave={() => onPoint?.(undefined, box)}
        onPointerUp={(event) => {
          if (!onSketch) onPick?.(at(event), box);
        }}
      >
        {node && <SvgTree node={node} />}
      </div>
      <p className={styles.status} aria-hidden="true">
        {status}
      </p>
    </ChartFigure>
  );
}
