import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { seriesColor } from '../charts/marks/series.ts';
import { experiment } from '../lab/settings/experiment-state.ts';
import { sideSeries } from '../lab/settings/sweep-knob.ts';
import { useTheme } from '../lab/shared/use-media.ts';
import { paletteOf } from '../lib/palette.ts';
import { presetIds } from '../model/scenario/presets.ts';
import type { Sweep, SweepSeries } from '../model/sweep/definition.ts';
import { Button, ButtonWithReason } from '../ui/Button.tsx';
import { SearchPicker } from '../ui/SearchPicker.tsx';
import { useWords } from '../ui/texts.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Experiments.module.css';
import { Overrides } from './Overrides.tsx';
import { SweepProblems } from './SweepProblems.tsx';
import { changeSweep } from './sweep-definition.ts';

const SIDES = ['a', 'b'] as const;

/** The compared systems: presets, or the current sides of the Lab. */
export function Systems({ definition }: { readonly definition: Sweep }) {
  const t = useTranslations('experiments');
  const presets = useWords().presets;
  const palette = paletteOf(useTheme());
  const pair = useStore(experiment);
  const { series } = definition;
  const [isRefused, setIsRefused] = useState(false);
  const change = (next: readonly SweepSeries[]) => {
    setIsRefused(false);
    changeSweep({ series: next });
  };
  const add = (value: string) => {
    const side = SIDES.find((name) => `side ${name}` === value);
    const added = side
      ? sideSeries(side, `${side.toUpperCase()}: ${presets.titles[pair[side]?.preset ?? ''] ?? ''}`)
      : { name: presets.titles[value] ?? value, preset: value };
    if (added) change([...series, added]);
  };
  return (
    <fieldset className={styles.group}>
      <legend>{t('systems')}</legend>
      <ul className={styles.systems}>
        {series.map((system, index) => (
          // Systems may have equal names; their index identifies them.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index} className={styles.system}>
            <span
              className={styles.swatch}
              style={{ background: seriesColor(index, palette) }}
              aria-hidden="true"
            />
            <input
              className={styles.input}
              aria-label={t('systemName', { number: index + 1 })}
              value={system.name}
              onChange={(event) =>
                change(
                  series.map((other, at) => (at === index ? { ...other, name: event.target.value } : other)),
                )
              }
            />
            <Button
              variant="quiet"
              aria-label={t('remove', { name: system.name })}
              title={series.length === 1 ? t('onlySystem') : undefined}
              onClick={() =>
                series.length === 1 ? setIsRefused(true) : change(series.filter((_, at) => at !== index))
              }
            >
              ×
            </Button>
            <Overrides
              label={t('systemOverrides', { name: system.name })}
              set={system.set ?? {}}
              onChange={(set) =>
                change(series.map((other, at) => (at === index ? { ...other, set } : other)))
              }
            />
          </li>
        ))}
      </ul>
      <p role="status" className={styles.soft}>
        {isRefused && t('onlySystem')}
      </p>
      <SweepProblems part="series" />
      <SearchPicker
        label={t('systems')}
        title={t('addSystem')}
        prompt={t('search.prompt')}
        nothing={t('search.nothing')}
        groups={() => [
          {
            title: t('fromLab'),
            options: SIDES.filter((side) => pair[side]).map((side) => ({
              id: `side ${side}`,
              title: t('side', {
                side: side.toUpperCase(),
                name: presets.titles[pair[side]?.preset ?? ''] ?? '',
              }),
            })),
          },
          {
            title: t('fromPresets'),
            options: presetIds.map((id) => ({ id, title: presets.titles[id] ?? id, code: id })),
          },
        ]}
        onChoose={add}
      />
      <div className={styles.row}>
        <ButtonWithReason
          reason={pair.a ? undefined : t('noLab')}
          onClick={() => {
            const sides = SIDES.flatMap((side) => {
              const name = `${side.toUpperCase()}: ${presets.titles[pair[side]?.preset ?? ''] ?? ''}`;
              return sideSeries(side, name) ?? [];
            });
            if (sides.length > 0) change(sides);
          }}
        >
          {t('useLab')}
        </ButtonWithReason>
      </div>
    </fieldset>
  );
}
