import { type MouseEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { seriesMark, seriesStroke } from '../../charts/series-style.ts';
import { svg } from '../../charts/svg.ts';
import { paletteOf } from '../../lib/palette.ts';
import { SvgTree } from '../results/SvgTree.tsx';
import { Button } from '../shared/Button.tsx';
import { useTheme } from '../shared/use-media.ts';
import styles from './Experiments.module.css';
import { alone, type Hidden, toggled } from './hidden-lines.ts';

export interface LineLegendProps {
  readonly names: readonly string[];
  readonly hidden: Hidden;
  readonly onHidden: (hidden: Hidden) => void;
}

const WIDTH = 30;
const HEIGHT = 12;

/** The lines of the drawings below: a press hides or shows one, two presses or Shift show it alone. */
export function LineLegend({ names, hidden, onHidden }: LineLegendProps) {
  const t = useTranslations('experiments.legend');
  const palette = paletteOf(useTheme());
  /** As it was before the first of two presses. */
  const before = useRef(hidden);
  if (names.length < 2) return null;
  const press = (line: number) => (event: MouseEvent) => {
    if (event.shiftKey) return onHidden(alone(hidden, line, names.length));
    if (event.detail > 1) return;
    before.current = hidden;
    onHidden(toggled(hidden, line, names.length));
  };
  return (
    <ul className={styles.legend} aria-label={t('label')}>
      {names.map((name, line) => (
        // Systems may have equal names.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={line}>
          <Button
            look="quiet"
            className={styles.entry}
            aria-pressed={!hidden.has(line)}
            title={t('hint')}
            onClick={press(line)}
            onDoubleClick={() => onHidden(alone(before.current, line, names.length))}
          >
            <span aria-hidden="true" className={styles.sample}>
              <SvgTree
                node={svg(
                  'svg',
                  { width: WIDTH, height: HEIGHT },
                  svg('line', {
                    ...seriesStroke(line, palette),
                    x1: 1,
                    x2: WIDTH - 1,
                    y1: HEIGHT / 2,
                    y2: HEIGHT / 2,
                  }),
                  seriesMark(line, WIDTH / 2, HEIGHT / 2, palette),
                )}
              />
            </span>
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
