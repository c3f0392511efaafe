import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { writeAddress } from '../../actions/link.ts';
import { ui } from '../../stores/ui.ts';
import styles from './TargetInput.module.css';

const NS_PER_MS = 1e6;
/** An hour: no answer of a Redis is aimed at later. */
const MOST_MS = 3_600_000;

/** The response time that is aimed at, for the charts of response times; empty when nothing is. It travels in the link. */
export function TargetInput() {
  const t = useTranslations('plots.target');
  const id = useId();
  const targetNs = useStore(ui, (state) => state.sloNs);
  const set = (text: string) => {
    const ms = Number(text);
    const isTarget = text.trim() !== '' && ms > 0 && ms <= MOST_MS;
    ui.setState({ sloNs: isTarget ? Math.max(1, Math.round(ms * NS_PER_MS)) : undefined });
    writeAddress();
  };
  return (
    <p className={styles.target}>
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
      <span>{t('hint')}</span>
    </p>
  );
}
