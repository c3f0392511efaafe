import { useTranslations } from 'use-intl';
import type { InputProps } from './inputs.ts';
import { Prose } from './Prose.tsx';
import styles from './Question.module.css';
import { useLabels } from './said.ts';
import { useUnits } from './units.ts';

type Shares = Readonly<Record<string, number>>;

/** A part gets a share; the others keep their proportions in what is left, so that the whole stays 100 per cent. */
function withShare(shares: Shares, part: string, share: number): Shares {
  const others = Object.entries(shares).filter(([other]) => other !== part);
  const sum = others.reduce((total, [, value]) => total + value, 0);
  const rest = 100 - share;
  return Object.fromEntries([
    ...others.map(
      ([other, value]) => [other, sum > 0 ? (value / sum) * rest : rest / others.length] as const,
    ),
    [part, share],
  ]);
}

/** A whole to be divided. */
export function AllocationInput({ name, question, draft, onDraft }: InputProps<'allocation'>) {
  const t = useTranslations('learn.ask');
  const label = useLabels(name);
  const text = useUnits();
  const { parts } = question;
  const even = Object.fromEntries(parts.map((part) => [part, 100 / parts.length]));
  const shares = typeof draft === 'object' && draft !== null ? (draft as Shares) : even;
  return (
    <div className={styles.parts}>
      {parts.map((part) => (
        <label key={part} className={styles.part}>
          <span>
            <Prose section={`${name}.${part}`} isInline />
          </span>
          <input
            type="range"
            min={0}
            max={100}
            aria-label={label(part)}
            aria-valuetext={text('percent', shares[part])}
            value={Math.round(shares[part] ?? 0)}
            onChange={(event) => onDraft(withShare(shares, part, Number(event.target.value)))}
          />
          <output>{text('percent', Math.round(shares[part] ?? 0))}</output>
        </label>
      ))}
      <p className={styles.note}>{t('whole')}</p>
    </div>
  );
}
