import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { type Access, accessOf, CONTROL_GROUPS } from '../../model/scenario/controls.ts';
import { fieldAt, fieldNamed } from '../../model/scenario/fields.ts';
import { PANELS } from '../../model/scenario/panels.ts';
import type { Choices } from '../../model/scenario/student-rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Radio, RadioGroup } from '../../ui/RadioGroup.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';
import { MAIN_KNOBS } from '../settings/knobs.ts';
import styles from './ShareDialog.module.css';

/** Controls with a name elsewhere on the page; `share` has the others. */
const ELSEWHERE = {
  branch: 'transport.branch',
  luck: 'lab.knobs.newSeed',
  stage: 'lab.tabs.stage',
  headline: 'lab.headline.label',
  zoom: 'stage.zoom.label',
  explain: 'stage.explain',
  speed: 'transport.speed',
  until: 'transport.until',
  pace: 'transport.pace',
  share: 'app.share.label',
  open: 'app.open.label',
  presets: 'share.access.presets',
  compare: 'share.access.compare',
  all: 'share.access.all',
  code: 'share.access.code',
  export: 'share.access.export',
} as const;

const isElsewhere = (name: string): name is keyof typeof ELSEWHERE => Object.hasOwn(ELSEWHERE, name);

/** The name of a control of a link, as the page shows it. */
function useControlName(): (name: string) => string {
  const t = useTranslations();
  const words = useWords();
  return (name) => {
    if (isElsewhere(name)) return t(ELSEWHERE[name]);
    const panel = PANELS.find((other) => other === name);
    if (panel) return t(`lab.panels.${panel}`);
    const field = fieldNamed(name);
    return field ? words.field(field) : name;
  };
}

const ACCESSES: readonly Access[] = ['free', 'locked', 'hidden'];
/** Parts without input can be hidden, but not locked. */
const LOOKED_AT: readonly string[] = CONTROL_GROUPS.parts;

/** The tables, the first of which is open. */
const GROUPS = ['knobs', 'parts', 'panels', 'tools'] as const;
type GroupName = (typeof GROUPS)[number];

/**
 * The controls of a table in order; of the settings panel: the pair, the existing main settings, the seed,
 * all settings.
 */
function namesIn(group: GroupName): readonly string[] {
  if (group !== 'knobs') return CONTROL_GROUPS[group];
  const state = experiment.getState();
  const knobs = MAIN_KNOBS.flatMap(({ paths }) =>
    paths.filter((path) => SIDES.some((side) => fieldAt(state[side]?.scenario, path))),
  );
  return [...CONTROL_GROUPS.pair, ...knobs, 'luck', 'all'];
}

/** The choices that the opened link allows. */
export const presentChoices = (): Choices =>
  new Map(GROUPS.flatMap(namesIn).map((name) => [name, accessOf(ui.getState().rules, name)]));

export interface AccessTableProps {
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** Access per control: editable, visible, or hidden. */
export function AccessTable({ choices, onChange }: AccessTableProps) {
  const t = useTranslations('share.access');
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{t('title')}</h3>
      <p className={styles.note}>{t('intro')}</p>
      {GROUPS.map((group) => {
        const names = namesIn(group);
        const isChanged = names.some((name) => choices.get(name) !== 'free');
        return (
          <details key={group} className={styles.controls} open={group === 'knobs' || isChanged}>
            <summary>{t(`groups.${group}`)}</summary>
            <Rows group={group} names={names} choices={choices} onChange={onChange} />
          </details>
        );
      })}
      <p className={styles.note}>{t('byHand')}</p>
    </section>
  );
}

interface RowsProps extends AccessTableProps {
  readonly group: GroupName;
  readonly names: readonly string[];
}

function Rows({ group, names, choices, onChange }: RowsProps) {
  const t = useTranslations('share.access');
  const nameOf = useControlName();
  const accesses = ACCESSES.filter((access) => access !== 'locked' || names !== LOOKED_AT);
  return (
    <fieldset
      className={styles.table}
      aria-label={t(`groups.${group}`)}
      style={{ gridTemplateColumns: `minmax(0, 1fr) repeat(${accesses.length}, auto)` }}
    >
      <div className={styles.row}>
        <span>{t('control')}</span>
        {accesses.map((access) => (
          <Button
            key={access}
            variant="small"
            aria-label={group === 'knobs' ? undefined : `${t(`groups.${group}`)}: ${t(access)}`}
            title={t('every', { access: t(access) })}
            onClick={() => onChange(new Map([...choices, ...names.map((name) => [name, access] as const)]))}
          >
            {t(access)}
          </Button>
        ))}
      </div>
      {names.map((name) => (
        <RadioGroup
          key={name}
          label={nameOf(name)}
          className={styles.row}
          value={choices.get(name)}
          onChoose={(access) => onChange(new Map(choices).set(name, access))}
        >
          <span>
            {nameOf(name)} {!name.includes('.') && <code className={styles.name}>{name}</code>}
          </span>
          {accesses.map((access) => (
            <Radio key={access} value={access} label={`${nameOf(name)}: ${t(access)}`} />
          ))}
        </RadioGroup>
      ))}
    </fieldset>
  );
}
