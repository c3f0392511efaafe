import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { writeAddress } from '../link/link.ts';
import { pointAtResponse } from '../marks/focus.ts';
import styles from './TargetInput.module.css';

const NS_PER_MS = 1e6;
/** One hour: no realistic response-time target is longer. */
const MOST_MS = 3_600_000;

/** While it is set or pointed at, the charts mark it. */
const mark = (ns: number | undefined) =>
  pointAtResponse(ns === undefined ? undefined : { on: 'target', place: { ns } });

/** The response-time target; empty without one. The link keeps it. @param hint what it is drawn on */
export function TargetInput({ hint }: { readonly hint?: string }) {
  const t = useTranslations('plots.target');
  const id = useId();
  const targetNs = useStore(ui, (state) => state.sloNs);
  const set = (text: string) => {
    const ms = Number(text);
    const isTarget = text.trim() !== '' && ms > 0 && ms <= MOST_MS;
    const sloNs = isTarget ? Math.max(1, Math.round(ms * NS_PER_MS)) : undefined;
    ui.setState({ sloNs });
    mark(sloNs);
    writeAddress();
  };
  return (
    <p
      className={styles.target}
      onPointerEnter={() => mark(targetNs)}
      onPointerLeave={() => mark(undefined)}
      onFocus={() => mark(targetNs)}
      onBlur={() => mark(undefined)}
    >
      <label htmlFor={id}>{t('input')}</label>
      <input
        id={id}
        type="number"
        min="0"
        max={MOST_MS}
        step="any"
        inputMode="decimal"
        placeholder={t('none')}
        defaultValue={targetNs === undefined ? '' : targetNs / NS_PER_MS}
        onChange={(event) => set(event.target.value)}
      />
      {hint && <span>{hint}</span>}
    </p>
  );
}
