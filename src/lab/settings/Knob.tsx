import { useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { distributionOf } from '../../i18n/field-names.ts';
import { clientKey } from '../../model/libraries/client-keys.ts';
import { fieldAt } from '../../model/scenario/fields.ts';
import type { Json } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { Guarded } from '../../ui/Guarded.tsx';
import { Help } from '../../ui/Help.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { midRunEdit } from '../branch/mid-run-edit-state.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { experiment } from './experiment-state.ts';
import styles from './Knob.module.css';
import { KnobControl } from './KnobControl.tsx';
import { changeKnob, resetKnob } from './knob.ts';
import { lazyPart } from './lazy.ts';
import { useSettingName } from './per-instance.ts';
import { type KnobValue, knobValue, useSide } from './use-knob.ts';
import { valueText } from './value-text.ts';

const KnobNote = lazyPart('KnobNote');

export interface KnobProps {
  readonly paths: readonly string[];
  readonly sliderMax?: number | undefined;
  /** The displayed unit, if it is not the field's. */
  readonly unit?: string | undefined;
  /** A short name where the group around it gives the rest; otherwise the field's. */
  readonly name?: string | undefined;
  /** Only this side; otherwise both together while they agree. */
  readonly side?: SideName | undefined;
}

const shownOf = ({ draft, value }: KnobValue): Json | undefined => draft ?? value;

/** One setting: its name with an explanation, and one control for both sides or one for each. */
export function Knob({ paths, sliderMax, unit, name, side: only }: KnobProps) {
  const sides = { a: useSide('a'), b: useSide('b') };
  const split = useStore(ui, (state) => state.split);
  // A branch is about the settings in which B differs from A.
  const isBranched = useStore(experiment, ({ branchNs }) => branchNs !== undefined);
  const isTurned = useStore(midRunEdit, (state) => state.isTurned);
  const shown = useShownSides();
  const box = useRef<HTMLDivElement>(null);
  const [, setTimesLeft] = useState(0);
  const names = only ? [only] : shown;
  const knobs = names.map((name) => knobValue(name, sides[name], paths)).filter((knob) => knob !== undefined);
  const [first, second] = knobs;
  if (!first) return null;

  const { path } = first.field;
  const canJoin = second !== undefined && second.field.path === path;
  const isSplit = canJoin && (isBranched || split.includes(path) || shownOf(first) !== shownOf(second));
  const rows = canJoin && !isSplit ? [knobs] : knobs.map((knob) => [knob]);
  // A branch may turn A's control into B's. The key follows, so that the focused element stays and a drag
  // continues.
  const keyOf = (side: SideName) => (isTurned === (side === 'b') ? 'first' : 'second');
  if (isTurned && box.current?.contains(document.activeElement)) rows.reverse();
  return (
    <Guarded name={path}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only which row stands above depends on it */}
      <div
        ref={box}
        className={styles.knob}
        // A is above B again when the focus leaves.
        onBlur={({ currentTarget, relatedTarget }) =>
          isTurned && !currentTarget.contains(relatedTarget) && setTimesLeft((times) => times + 1)
        }
      >
        <Heading
          knob={first}
          name={name}
          sides={names}
          isOneSided={names.length > 1 && second === undefined}
        />
        {canJoin && !isBranched && <SplitButton first={first} isSplit={isSplit} />}
        {rows.map((row) => (
          <Row
            key={keyOf(row[0]?.side ?? 'a')}
            knobs={row}
            sliderMax={sliderMax}
            unit={unit}
            hasBadge={rows.length > 1}
          />
        ))}
      </div>
    </Guarded>
  );
}

/** What the clients of some sides call a setting: one name if they agree. */
function useClientKeys(path: string, sides: readonly SideName[]): readonly string[] {
  const state = useStore(experiment);
  const keys = sides.map((side) => {
    const scenario = state[side]?.scenario;
    const field = scenario && fieldAt(scenario, path);
    return field && clientKey((distributionOf(field) ?? field).key, scenario);
  });
  return [...new Set(keys.filter((key) => key !== undefined))];
}

interface HeadingProps {
  readonly knob: KnobValue;
  readonly name: string | undefined;
  /** The sides that it is for, whether or not they have it. */
  readonly sides: readonly SideName[];
  readonly isOneSided: boolean;
}

/** A label with the shorter name that is seen, as whoever speaks to the page says what they see. */
const withName = (label: string, name: string | undefined): string =>
  name === undefined || label.toLowerCase().includes(name.toLowerCase()) ? label : `${label} · ${name}`;

function Heading({ knob, name, sides, isOneSided }: HeadingProps) {
  const t = useTranslations('lab.knobs');
  const label = useSettingName()(knob.field);
  const keys = useClientKeys(knob.field.path, sides);
  return (
    <div className={styles.heading}>
      <Help label={t('help', { label: withName(label, name) })} term={name ?? label}>
        <KnobNote field={knob.field} side={knob.side} />
      </Help>
      {keys.length > 0 && <code className={styles.key}>{keys.join(' · ')}</code>}
      {isOneSided && <SideBadge side={knob.side} />}
    </div>
  );
}

/** Splits the setting by side, or sets B to A's value and joins them. */
function SplitButton({ first, isSplit }: { readonly first: KnobValue; readonly isSplit: boolean }) {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const { path } = first.field;
  const name = t(isSplit ? 'join' : 'split', { label: words.field(first.field) });
  const toggle = () => {
    const { split } = ui.getState();
    ui.setState({ split: isSplit ? split.filter((other) => other !== path) : [...split, path] });
    if (isSplit) void changeKnob(['b'], () => ({ [path]: first.value ?? null }));
  };
  return (
    <Button
      variant="quiet"
      className={styles.split}
      aria-pressed={isSplit}
      aria-label={name}
      title={name}
      onClick={toggle}
    >
      <Icon name={isSplit ? 'join' : 'split'} />
    </Button>
  );
}

interface RowProps {
  /** The controlled sides: one, or both. */
  readonly knobs: readonly KnobValue[];
  readonly sliderMax: number | undefined;
  readonly unit: string | undefined;
  readonly hasBadge: boolean;
}

function Row({ knobs, sliderMax, unit, hasBadge }: RowProps) {
  const t = useTranslations('lab.knobs');
  const words = useWords();
  const problemId = useId();
  const [first] = knobs;
  if (!first) return null;
  const { field, presetValue } = first;
  const reset = presetValue !== undefined && t('reset', { value: valueText(field, presetValue, words) });
  return (
    <div className={styles.row}>
      {hasBadge && <SideBadge side={first.side} />}
      <div className={styles.control}>
        <KnobControl
          knobs={knobs}
          sliderMax={sliderMax}
          unit={unit}
          problemId={problemId}
          hasSide={hasBadge}
        />
      </div>
      {reset !== false && (
        <Button
          variant="small"
          className={styles.reset}
          aria-label={`${words.field(field)}: ${reset}`}
          title={reset}
          onClick={() =>
            void resetKnob(
              knobs.map(({ side }) => side),
              field.path,
            )
          }
        >
          <Icon name="reset" />
        </Button>
      )}
    </div>
  );
}
