import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import styles from './ClaimRuns.module.css';
import { showRuns } from './evidence-in-lab.ts';
import type { AnsweredClaim } from './evidence-state.ts';

/** The value of a choice: name of a run, and the swept value. */
const choiceOf = (name: string, key: string) => `${name} ${key}`;

/** Opens the runs of a claim in the Lab: one, or two side by side. */
export function ClaimRuns({ answered: { topic, runs } }: { readonly answered: AnsweredClaim }) {
  const t = useTranslations('evidence.lab');
  const choices = runs.flatMap(({ name, keys }) =>
    keys.length === 0 ? [{ name, key: '' }] : keys.map((key) => ({ name, key })),
  );
  const [first, last] = [choices[0], choices.at(-1)];
  const [a, setA] = useState(first && choiceOf(first.name, first.key));
  const [b, setB] = useState(last === first ? '' : last && choiceOf(last.name, last.key));
  const id = useId();
  const runOf = (choice: string | undefined) => {
    const found = choices.find(({ name, key }) => choiceOf(name, key) === choice);
    return found && { topic: topic.id, ...found };
  };
  const options = choices.map(({ name, key }) => ({
    id: choiceOf(name, key),
    title: key === '' ? name : `${name} [${key}]`,
  }));
  return (
    <form
      className={styles.runs}
      onSubmit={(event) => {
        event.preventDefault();
        const runA = runOf(a);
        if (runA) void showRuns(runA, runOf(b));
      }}
    >
      <label htmlFor={`${id}a`}>
        <SideBadge side="a" /> <span className="visually-hidden">{t('run')}</span>
      </label>
      <Select id={`${id}a`} value={a ?? ''} options={options} onChoose={setA} />
      {choices.length > 1 && (
        <>
          <label htmlFor={`${id}b`}>
            <SideBadge side="b" /> <span className="visually-hidden">{t('run')}</span>
          </label>
          <Select
            id={`${id}b`}
            value={b ?? ''}
            options={[{ id: '', title: t('alone') }, ...options]}
            onChoose={setB}
          />
        </>
      )}
      <Button type="submit">{t('open')}</Button>
    </form>
  );
}
