import { useTranslations } from 'use-intl';
import { paletteOf } from '../../lib/palette.ts';
import type { RunLayout } from '../../model/playback/player.ts';
import { appearancesIn, legendKey } from '../../stage/state-words.ts';
import { LEGEND_NAMES, type LegendName, type Pointed } from './pointed.ts';
import styles from './StageGuide.module.css';

interface BesideProps {
  /** The visible runs. */
  readonly runs: readonly RunLayout[];
}

const { states } = paletteOf('light');
const isLook = (name: LegendName): name is keyof typeof states => name in states;

/** Name of a legend entry with the letter of its side. */
function useLegendName(runs: readonly RunLayout[]): (name: LegendName) => string {
  const t = useTranslations();
  return (name) =>
    isLook(name)
      ? `${states[name].letter} – ${t(legendKey(name, runs))}`
      : t(name === 'part' ? 'guide.part' : name === 'held' ? 'stage.legend.held' : 'stage.legend.request');
}

/** Explains the pointed legend entry or tab. */
export function PointedCard({ pointed, runs }: BesideProps & { readonly pointed: Pointed }) {
  const t = useTranslations('guide');
  const panel = useTranslations('lab.panels');
  const legend = useLegendName(runs);
  return (
    <div className={styles.card} role="status">
      <h3 className={styles.name}>{pointed.kind === 'looks' ? legend(pointed.name) : panel(pointed.name)}</h3>
      <p>{pointed.kind === 'looks' ? t(`looks.${pointed.name}`) : t(`panels.${pointed.name}`)}</p>
    </div>
  );
}

/** All legend entries as text, for users without a pointer. */
export function LegendWords({ runs }: BesideProps) {
  const t = useTranslations('guide');
  const legend = useLegendName(runs);
  const entries: readonly LegendName[] = appearancesIn(runs);
  const names = LEGEND_NAMES.filter((name) => !isLook(name) || entries.includes(name));
  return (
    <details>
      <summary className={styles.part}>{t('letters')}</summary>
      <dl className={styles.letters}>
        {names.map((name) => (
          <div key={name}>
            <dt>{legend(name)}</dt>
            <dd>{t(`looks.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
