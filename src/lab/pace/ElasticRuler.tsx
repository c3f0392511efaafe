import { useEffect, useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { stateOf } from '../../charts/phase-groups.ts';
import { formatDuration, formatNumber } from '../../lib/format.ts';
import { type Palette, paletteOf, type ThemeName } from '../../lib/palette.ts';
import { type Stretch, speedAt, stretchesOf } from '../../model/analysis/elastic.ts';
import { type Journey, stayName } from '../../model/analysis/journey.ts';
import type { Player } from '../../model/playback/player.ts';
import { timeOn } from '../../ui/track-time.ts';
import type { Followed } from '../follow/follow-state.ts';
import { useScaleWords } from '../stage-view/ScaleStatement.tsx';
import { usePlayheadValue } from '../stage-view/use-playhead.ts';
import styles from './ElasticRuler.module.css';

export interface ElasticRulerProps {
  readonly player: Player;
  readonly theme: ThemeName;
  readonly followed: Followed;
  readonly journey: Journey;
}

/** A phase compressed below this share of its length to scale is drawn broken. */
const BROKEN_BELOW = 0.8;

interface Placed extends Stretch {
  /** Start and length, % of the whole: on screen and in the model. */
  readonly shown: readonly [number, number];
  readonly real: readonly [number, number];
}

const lengthOf = ({ leg }: Pick<Stretch, 'leg'>): number => leg.toNs - leg.fromNs;

function placed(stretches: readonly Stretch[], { beginNs, endNs }: Journey): Placed[] {
  const total = stretches.reduce((sum, { seconds }) => sum + seconds, 0);
  let at = 0;
  return stretches.map((stretch) => {
    const { leg, seconds } = stretch;
    const width = (100 * seconds) / total;
    const percent = (ns: number) => (100 * ns) / (endNs - beginNs);
    at += width;
    return {
      ...stretch,
      shown: [at - width, width],
      real: [percent(leg.fromNs - beginNs), percent(leg.toNs - leg.fromNs)],
    };
  });
}

/**
 * The stretching of one request's time: its phases at screen length above, at model length below, with
 * connecting lines. Both have the playhead.
 */
export function ElasticRuler({ player, theme, followed, journey }: ElasticRulerProps) {
  const t = useTranslations('pace.ruler');
  const name = useTranslations('phases.names');
  const locale = useLocale();
  const speed = usePlayheadValue(player, (now) => now.speed);
  const phases = useMemo(() => placed(stretchesOf(journey, speed || 1), journey), [journey, speed]);
  const palette = paletteOf(theme);
  const words = ({ leg, factor }: Stretch): string => {
    const isLonger = factor >= 1;
    const by = Number((isLonger ? factor : 1 / factor).toPrecision(2));
    const values = {
      phase: name(stayName(leg)),
      duration: formatDuration(lengthOf({ leg }), locale),
      factor: formatNumber(by, locale),
    };
    return t(isLonger ? 'stretched' : 'squeezed', values);
  };
  return (
    <figure className={styles.ruler} aria-label={t('label')}>
      <figcaption className={styles.caption}>
        <Now player={player} followed={followed} journey={journey} />
      </figcaption>
      <div className={styles.drawing} aria-hidden="true">
        <span className={styles.label}>{t('shown')}</span>
        <div className={styles.numbers}>
          {phases.map((phase, i) => (
            <span key={phase.leg.fromNs} style={{ width: `${phase.shown[1]}%` }} title={words(phase)}>
              <b>{i + 1}</b>
              {phase.factor < BROKEN_BELOW && (
                <span className={styles.broken}>
                  {' '}
                  <Break /> {formatDuration(lengthOf(phase), locale)}
                </span>
              )}
            </span>
          ))}
        </div>
        <span className={`${styles.label} ${styles.real}`}>
          {t('real')} {formatDuration(journey.endNs - journey.beginNs, locale)}
        </span>
        <div className={styles.bars}>
          <Bars phases={phases} palette={palette} />
          <Playheads player={player} followed={followed} phases={phases} journey={journey} />
        </div>
        <ol className={styles.key}>
          {phases.map((phase, i) => (
            <li key={phase.leg.fromNs}>
              <b>{i + 1}</b> {name(stayName(phase.leg))} {phase.factor < BROKEN_BELOW && <Break />}{' '}
              {formatDuration(lengthOf(phase), locale)}
            </li>
          ))}
        </ol>
      </div>
      <ul className="visually-hidden">
        {phases.map((phase) => (
          <li key={phase.leg.fromNs}>{words(phase)}</li>
        ))}
      </ul>
    </figure>
  );
}

/** The sign ⫽ of a broken axis as a drawing: few fonts have it. */
function Break() {
  return (
    <svg className={styles.break} viewBox="0 0 9 12" aria-hidden="true">
      <path d="M1 11L4 1M5 11L8 1" />
    </svg>
  );
}

/** The current slowdown, also while paused. */
function Now({ player, followed, journey }: Omit<ElasticRulerProps, 'theme'>) {
  const t = useTranslations('pace.ruler');
  const scale = useScaleWords();
  const speed = usePlayheadValue(player, (now) => now.speed);
  const stretches = useMemo(() => (speed ? stretchesOf(journey, speed) : []), [journey, speed]);
  // A jump in time changes the slowdown, also without a change of the speed.
  const now = usePlayheadValue(player, () => {
    const timeNs = timeOn(player, followed.side);
    if (timeNs < journey.beginNs || timeNs >= journey.endNs) return undefined;
    return speed && speedAt(stretches, timeNs, speed);
  });
  if (now === undefined) return t('outside', { scale: scale(speed) });
  return (
    <>
      <b>{t('notToScale')}</b> {t('now', { scale: scale(now) })}
    </>
  );
}

/** Heights in the drawing: a bar, the connection, a bar. */
const BAR = 9;
const JOINT = 9;
const HEIGHT = 2 * BAR + JOINT;

function Bars({ phases, palette }: { readonly phases: readonly Placed[]; readonly palette: Palette }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={HEIGHT}
    >
      {phases.map(({ leg, shown: [x, w], real: [rx, rw] }) => {
        const { fill } = palette.states[stateOf(leg.phase)];
        const joint = `M${x} ${BAR}H${x + w}L${rx + rw} ${BAR + JOINT}H${rx}Z`;
        const edge = {
          stroke: palette.outline,
          strokeWidth: 0.75,
          vectorEffect: 'non-scaling-stroke',
        } as const;
        return (
          <g key={leg.fromNs}>
            <path d={joint} fill={fill} opacity={0.28} />
            <rect x={x} y={0} width={w} height={BAR} fill={fill} {...edge} />
            <rect x={rx} y={BAR + JOINT} width={rw} height={BAR} fill={fill} {...edge} />
          </g>
        );
      })}
    </svg>
  );
}

interface PlayheadsProps {
  readonly player: Player;
  readonly followed: Followed;
  readonly phases: readonly Placed[];
  readonly journey: Journey;
}

/** The playheads of both bars, moved per frame. */
function Playheads({ player, followed, phases, journey }: PlayheadsProps) {
  const marks = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const move = () => {
      const [above, below] = [...(marks.current?.children ?? [])] as HTMLElement[];
      const timeNs = timeOn(player, followed.side);
      const now = phases.find(({ leg }) => timeNs >= leg.fromNs && timeNs < leg.toNs);
      if (!marks.current || !above || !below) return;
      marks.current.hidden = now === undefined;
      if (!now) return;
      const share = (timeNs - now.leg.fromNs) / (now.leg.toNs - now.leg.fromNs);
      above.style.left = `${now.shown[0] + share * now.shown[1]}%`;
      below.style.left = `${(100 * (timeNs - journey.beginNs)) / (journey.endNs - journey.beginNs)}%`;
    };
    move();
    return player.addPainter(move, 'elements');
  }, [player, followed, phases, journey]);
  return (
    <div ref={marks} className={styles.marks}>
      <span />
      <span />
    </div>
  );
}
