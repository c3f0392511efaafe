import { Tabs } from 'radix-ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { copyText } from '../../../lab/link/link.ts';
import { Button } from '../../../ui/Button.tsx';
import { Radio, RadioGroup } from '../../../ui/RadioGroup.tsx';
import { TabTrigger } from '../../../ui/TabTrigger.tsx';
import { announce } from '../../../ui/ui-state.ts';
import { useStore } from '../../../ui/use-store.ts';
import { TEXT_NAMES, type TextName } from '../exhibits/exhibits.ts';
import styles from './Incidents.module.css';
import { incidentState, type ShownRun } from './incident-state.ts';
import { Traces } from './Traces.tsx';

const RUNS = ['found', 'tried'] as const;

/** The texts of the machines, in the formats of the tools that print them. */
export function ExhibitTabs() {
  const t = useTranslations('incidents.exhibits');
  const outcome = useTranslations('incidents.outcome');
  const { found, tried } = useStore(incidentState);
  const [which, setWhich] = useState<(typeof RUNS)[number]>('found');
  const run = which === 'tried' && tried ? tried : found;
  if (!run) return null;
  return (
    <section className={styles.section} aria-labelledby="incident-exhibits">
      <h2 id="incident-exhibits">{t('title')}</h2>
      {tried && (
        <RadioGroup label={t('which')} className={styles.actions} value={which} onChoose={setWhich}>
          {RUNS.map((name) => (
            <label key={name} className={styles.option}>
              <Radio value={name} />
              <span>{outcome(name)}</span>
            </label>
          ))}
        </RadioGroup>
      )}
      <Tabs.Root defaultValue={TEXT_NAMES[0]}>
        <Tabs.List className={styles.tabs} aria-label={t('title')}>
          {TEXT_NAMES.map((name) => (
            <TabTrigger key={name} value={name} className={styles.tab}>
              {t(name)}
            </TabTrigger>
          ))}
        </Tabs.List>
        {TEXT_NAMES.map((name) => (
          // The text in it takes the focus.
          <Tabs.Content key={name} value={name} tabIndex={-1}>
            <Exhibit name={name} run={run} />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  );
}

interface ExhibitProps {
  readonly name: TextName;
  readonly run: ShownRun;
}

function Exhibit({ name, run }: ExhibitProps) {
  const t = useTranslations('incidents.exhibits');
  const text = run.exhibits.texts[name];
  const copy = async () => announce(t((await copyText(text)) ? 'copied' : 'refused'), { isVisible: true });
  return (
    <div>
      <p className={styles.note}>{t(`note.${name}`)}</p>
      {name === 'trace' ? (
        <Traces traces={run.traces} />
      ) : (
        <section
          className={styles.text}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
          tabIndex={0}
          aria-label={t(name)}
        >
          {text}
        </section>
      )}
      <Button variant="small" onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </div>
  );
}
