import type { ComponentProps, CSSProperties } from 'react';
import styles from './Slider.module.css';

export interface SliderProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** `handle`: without a track, on a drawing that has its own. */
  readonly look?: 'track' | 'handle';
  readonly min: number;
  readonly max: number;
  readonly value: number;
}

/** A value on a scale. Native, for its keys and its role; drawn in the colours of the page. */
export function Slider({ look = 'track', className = '', style, ...input }: SliderProps) {
  const { min, max, value } = input;
  const part = max > min ? Math.min(1, Math.max(0, (value - min) / (max - min))) : 0;
  return (
    <input
      {...input}
      type="range"
      className={`${styles[look]} ${className}`}
      style={{ '--part': part, ...style } as CSSProperties}
    />
  );
}
