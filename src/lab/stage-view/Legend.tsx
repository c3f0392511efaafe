import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { type Appearance, type Palette, type Pattern, paletteOf, type ThemeName } from '../../lib/palette.ts';
import type { RunLayout } from '../../model/playback/player.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { appearancesIn, legendKey } from '../../stage/state-words.ts';
import styles from './Legend.module.css';

interface LegendProps {
  /** The visible sides. */
  readonly sides: readonly SideName[];
  /** The visible runs. */
  readonly runs: readonly RunLayout[];
  readonly theme: ThemeName;
  /** Whether batches can be split into parts. */
  readonly hasParts?: boolean;
}

/** The states with colour, pattern, height and letter, and the meaning of a dot. */
export function Legend({ sides, runs, theme, hasParts }: LegendProps) {
  const t = useTranslations();
  const palette = paletteOf(theme);
  // With forced colours the dots of both sides are equal: one is enough.
  const dotSides = theme === 'forced' ? sides.slice(0, 1) : sides;
  return (
    <ul className={styles.legend} aria-label={t('stage.legend.title')}>
      {appearancesIn(runs).map((state) => (
        <li key={state} className={styles.entry} data-look={state}>
          <Swatch palette={palette} state={state} />
          <span className={styles.letter}>{palette.states[state].letter}</span>
          {t(legendKey(state, runs))}
        </li>
      ))}
      <li className={styles.entry} data-look="dot">
        <svg width={4 + 11 * dotSides.length} height="14" aria-hidden="true">
          {dotSides.map((side, i) => (
            <circle key={side} cx={8 + 11 * i} cy="7" r="4" fill={palette.accent[side]} />
          ))}
        </svg>
        {t(dotSides.length > 1 ? 'stage.legend.dot' : 'stage.legend.request')}
      </li>
      {runs.some(({ lanes }) => lanes.some((lane) => lane.class === 'sysmon')) && (
        <li className={styles.entry}>{t('stage.legend.go')}</li>
      )}
      {hasParts && (
        <li className={styles.entry} data-look="part">
          {t('stage.legend.part')}
        </li>
      )}
      <li className={styles.entry} data-look="held">
        <svg width={W} height={H} aria-hidden="true">
          <rect x="0.5" y="0.5" width={W - 1} height={H - 1} fill={palette.states.kernel.fill} />
          <rect x={W / 2} y="0.5" width={W / 2 - 0.5} height={H - 1} fill={palette.paper} />
          <path d="M9 8 17 1M9 13.5 17 6M13 13.5 17 10" stroke={palette.ink} strokeWidth="1.3" />
        </svg>
        {t('stage.legend.held')}
      </li>
    </ul>
  );
}

const W = 18;
const H = 14;

function Swatch({ palette, state }: { readonly palette: Palette; readonly state: Appearance }) {
  const id = useId();
  const { fill, pattern, height } = palette.states[state];
  const h = Math.max(2, (H - 2) * height);
  const isPale = pattern === 'hollow' || pattern === 'diagonal';
  const edge = isPale ? { stroke: palette.outline, strokeWidth: 0.75, strokeOpacity: 0.55 } : {};
  return (
    <svg width={W} height={H} aria-hidden="true">
      <defs>
        <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse">
          <rect width="6" height="6" fill={fill} />
          <Marks pattern={pattern} paper={palette.paper} />
        </pattern>
      </defs>
      <rect x="0.5" y="0.5" width={W - 1} height={H - 1} fill={palette.paper} stroke={palette.line} />
      <rect x="1" y={H - 1 - h} width={W - 2} height={h} fill={`url(#${id})`} {...edge} />
    </svg>
  );
}

/** The same marks as on the canvas, see stage/fills.ts. */
function Marks({ pattern, paper }: { readonly pattern: Pattern; readonly paper: string }) {
  const paths: Partial<Record<Pattern, string>> = {
    vertical: 'M1.5 0v6M4.5 0v6',
    horizontal: 'M0 1.5h6M0 4.5h6',
    diagonal: 'M-1 7 7-1M-4 4 4-4M2 10 10 2',
    chequers: 'M0 1.5h3M3 4.5h3',
    cross: 'M-1 7 7-1M-4 4 4-4M2 10 10 2M-1-1 7 7M-4 2 4 10M2-4 10 4',
  };
  const path = paths[pattern];
  if (path) return <path d={path} stroke={paper} strokeWidth={pattern === 'chequers' ? 3 : 1.3} />;
  if (pattern !== 'dots') return null;
  return (
    <>
      <circle cx="1.5" cy="1.5" r="0.9" fill={paper} />
      <circle cx="4.5" cy="4.5" r="0.9" fill={paper} />
    </>
  );
}
