import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { AmountInput } from '../../ui/AmountInput.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { writeAddress } from '../link/link.ts';
import { pointAtResponse } from '../marks/focus.ts';
import styles from './TargetInput.module.css';

const NS_PER_MS = 1e6;
const MS = { unit: 'ms' };
/** From 1 ns to one hour: no realistic response-time target is longer. */
const RANGE_MS = [1e-6, 3_600_000] as const;

/** While it is set or pointed at, the charts mark it. */
const mark = (ns: number | undefined) =>
  pointAtResponse(ns === undefined ? undefined : { on: 'target', place: { ns } });

/** The response-time target; empty without one. The link keeps it. @param hint what it is drawn on */
export function TargetInput({ hint }: { readonly hint?: string }) {
  const t = useTranslations('plots.target');
  const id = useId();
  const targetNs = useStore(ui, (state) => state.sloNs);
  const set = (ms: number | undefined) => {
    const sloNs = ms === undefined ? undefined : Math.max(1, Math.round(ms * NS_PER_MS));
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
      <AmountInput
        id={id}
        placeholder={t('none')}
        value={targetNs === undefined ? undefined : targetNs / NS_PER_MS}
        field={MS}
        range={RANGE_MS}
        onChange={set}
        onClear={() => set(undefined)}
      />
      {hint && <span>{hint}</span>}
    </p>
  );
}
