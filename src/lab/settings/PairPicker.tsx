import { useTranslations } from 'use-intl';
import { accessOf, hasRules } from '../../model/scenario/controls.ts';
import { editsBetween } from '../../model/scenario/patch.ts';
import { pairs, presetIds } from '../../model/scenario/presets.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Explanation } from '../../ui/Explanation.tsx';
import { Guarded, useAccess } from '../../ui/Guarded.tsx';
import { Help } from '../../ui/Help.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { toggleComparing } from '../appearance/appearance.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { choosePair, choosePreset, swapSides } from './edit.ts';
import type { SideState } from './experiment-state.ts';
import { resetKnob } from './knob.ts';
import styles from './PairPicker.module.css';
import { useChips } from './use-chips.ts';
import { useSide } from './use-knob.ts';

interface ChangesProps {
  readonly side: SideName;
  readonly state: SideState;
}

/** A choice is reset together with its nested settings. */
const wholeOf = (path: string): string => path.replace(/\.kind$/, '');

/** Changes to a preset, with a reset for each and for all. */
function Changes({ side, state }: ChangesProps) {
  const t = useTranslations('lab.changes');
  const { base, scenario, preset } = state;
  const rules = useStore(ui, (state) => state.rules);
  const chips = useChips(base, scenario);
  const shown = chips.filter(({ path }) => accessOf(rules, path) !== 'hidden');
  return (
    <ul className={styles.changes} aria-label={t('label', { side: side.toUpperCase() })}>
      {shown.map(({ path, label, from, to }) => (
        <li key={path} className={styles.chip}>
          <span>{t('chip', { label, from, to })}</span>
          {accessOf(rules, path) === 'free' && (
            <Button
              variant="small"
              aria-label={t('back', { label, value: from })}
              title={t('back', { label, value: from })}
              onClick={() => void resetKnob([side], wholeOf(path))}
            >
              <Icon name="reset" />
            </Button>
          )}
        </li>
      ))}
      {shown.length > 1 && !hasRules(rules) && (
        <li>
          <Button variant="small" onClick={() => choosePreset(side, preset)}>
            {t('allBack')}
          </Button>
        </li>
      )}
    </ul>
  );
}

/** The compared systems: a ready pair, or a preset for each side. */
export function PairPicker() {
  const t = useTranslations('lab.pair');
  const titles = useWords().presets.pairs;
  const sides = useShownSides();
  const isComparing = sides.length > 1;
  const a = useSide('a')?.preset;
  const b = useSide('b')?.preset;
  const pair = pairs.find((candidate) => candidate.a === a && candidate.b === b);
  const isNamed = useAccess('presets') !== 'hidden';
  const chooseBoth = (id: string) => {
    const chosen = pairs.find((candidate) => candidate.id === id);
    if (chosen) choosePair(chosen);
  };
  return (
    <div className={styles.picker}>
      <div className={styles.pair}>
        <Guarded name="presets">
          <Picker
            label={t('label')}
            value={pair?.id ?? ''}
            title={pair ? (titles[pair.id] ?? pair.id) : a === undefined ? '…' : t('custom')}
            options={() => pairs.map(({ id }) => ({ id, title: titles[id] ?? id }))}
            onChoose={chooseBoth}
          />
          <Button
            variant="quiet"
            className={styles.swap}
            aria-label={t('browse')}
            title={`${t('browse')} (L)`}
            onClick={() => ui.setState({ dialog: 'presets' })}
          >
            <Icon name="search" />
          </Button>
        </Guarded>
        <Guarded name="compare">
          <Button
            variant="quiet"
            className={styles.swap}
            aria-pressed={isComparing}
            aria-label={t('compare')}
            title={`${t('compare')} (C)`}
            onClick={toggleComparing}
          >
            <Icon name="compare" />
          </Button>
          <Button
            variant="quiet"
            className={styles.swap}
            aria-label={t('swap')}
            title={t('swap')}
            onClick={swapSides}
          >
            <Icon name="swap" />
          </Button>
        </Guarded>
        {pair && isNamed && (
          <Help label={t('notice')} term={t('notice')}>
            <Explanation pair={pair.id} />
          </Help>
        )}
      </div>
      <Guarded name="presets">
        {sides.map((side) => (
          <PresetPicker key={side} side={side} />
        ))}
      </Guarded>
    </div>
  );
}

function PresetPicker({ side }: { readonly side: SideName }) {
  const t = useTranslations('lab.pair');
  const state = useSide(side);
  const preset = state?.preset ?? '';
  const isChanged = state !== undefined && Object.keys(editsBetween(state.base, state.scenario)).length > 0;
  const { titles } = useWords().presets;
  const title = titles[preset] ?? (preset || '…');
  return (
    <>
      <div className={styles.preset}>
        <SideBadge side={side} />
        <Picker
          label={t('side', { side: side.toUpperCase() })}
          value={preset}
          title={title}
          remark={isChanged ? t('changed') : undefined}
          options={() =>
            presetIds.map((id) => ({ id, title: titles[id] ?? id, note: <Explanation preset={id} /> }))
          }
          onChoose={(id) => choosePreset(side, id)}
        />
      </div>
      {isChanged && <Changes side={side} state={state} />}
    </>
  );
}
