import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { valueText } from '../../lab/settings/value-text.ts';
import { formatList } from '../../lib/languages.ts';
import { fieldNamed } from '../../model/scenario/fields.ts';
import { CostSource } from '../../ui/Explanation.tsx';
import { useWords } from '../../ui/texts.tsx';
import type { Residual } from '../fit/fit.ts';
import { useNumberWords } from '../reproductions/use-number-words.ts';
import { BASE } from './cost-rows.ts';
import styles from './Model.module.css';
import { fits } from './model-card.ts';

type Fit = (typeof fits)[number];

const profileField = fieldNamed('costs.profile');

/** The calibration of every profile: its data and accuracy. */
export function Fits() {
  const t = useTranslations('model.fits');
  const words = useWords();
  const nameOf = (profile: string) => (profileField ? words.choice(profileField, profile) : profile);
  return (
    <>
      <p>{t('intro')}</p>
      <p>{t('loose')}</p>
      <p>{t('unfitted', { ideal: nameOf('ideal'), server: nameOf(BASE) })}</p>
      {fits.map((fit) => (
        <ProfileFit key={fit.profile} fit={fit} name={nameOf(fit.profile)} />
      ))}
    </>
  );
}

interface ProfileFitProps {
  readonly fit: Fit;
  readonly name: string;
}

function ProfileFit({ fit, name }: ProfileFitProps) {
  const t = useTranslations('model.fits');
  const { percent } = useWords();
  const { decided, judged, sources } = fit;
  const inWords = ({ values, median, worst }: typeof decided) => ({
    values,
    median: percent(median),
    worst: percent(worst),
  });
  return (
    <div className={styles.part}>
      <h3>{name}</h3>
      <p>{t('fact', { costs: fit.costs.length, ...inWords(decided) })}</p>
      <p>{judged.values > 0 ? t('judged', inWords(judged)) : t('unjudged')}</p>
      <p>{t(sources.length > 0 ? 'published' : 'measured')}</p>
      {sources.length > 0 && (
        <ul>
          {sources.map((source) => (
            <li key={source}>
              <CostSource source={source} />
            </li>
          ))}
        </ul>
      )}
      <FittedCosts fit={fit} name={name} />
      <Values fit={fit} name={name} />
    </div>
  );
}

function FittedCosts({ fit, name }: ProfileFitProps) {
  const t = useTranslations('model.fits');
  const words = useWords();
  const labelOf = (cost: string) => words.labelOf(`costs.overrides.${cost}`) ?? cost;
  return (
    <table className={`${styles.table} ${styles.costs}`}>
      <caption className="visually-hidden">{t('caption', { profile: name })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.cost')}</th>
          <th scope="col">{t('columns.value')}</th>
          <th scope="col">{t('columns.why')}</th>
        </tr>
      </thead>
      <tbody>
        {fit.costs.map(({ cost, alike, value, uncertainty, min, max, why }) => {
          const field = fieldNamed(`costs.overrides.${cost}`);
          const text = (amount: number) => (field ? valueText(field, amount, words) : words.number(amount));
          return (
            <tr key={cost}>
              <th scope="row">
                {labelOf(cost)}
                <code>{cost}</code>
                {alike && (
                  <small>{t('alike', { names: formatList(words.language, alike.map(labelOf)) })}</small>
                )}
              </th>
              <td>
                {text(value)}{' '}
                {uncertainty === null
                  ? t('undecided')
                  : t('uncertainty', { share: words.percent(Number(uncertainty.toPrecision(2))) })}
                <small>
                  {t('range', { min: text(min), max: text(max) })}
                  {(value === min || value === max) && <> · {t('atBound')}</>}
                </small>
              </td>
              <td>
                <CostSource source={why} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Every measured value next to the model's; created on demand. */
function Values({ fit, name }: ProfileFitProps) {
  const t = useTranslations('model.fits.values');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('show', { count: fit.fit.length + fit.judge.length })}</summary>
      {isOpen && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys
        <section className={styles.scroll} tabIndex={0} aria-label={t('caption', { profile: name })}>
          <table className={styles.numbers}>
            <caption className="visually-hidden">{t('caption', { profile: name })}</caption>
            <thead>
              <tr>
                <th scope="col">{t('row')}</th>
                <th scope="col">{t('part')}</th>
                <th scope="col">{t('quantity')}</th>
                <th scope="col">{t('seen')}</th>
                <th scope="col">{t('predicted')}</th>
                <th scope="col">{t('error')}</th>
              </tr>
            </thead>
            <ValueRows residuals={fit.fit} part="fit" />
            <ValueRows residuals={fit.judge} part="judge" />
          </table>
        </section>
      )}
    </details>
  );
}

interface ValueRowsProps {
  readonly residuals: readonly Residual[];
  readonly part: 'fit' | 'judge';
}

function ValueRows({ residuals, part }: ValueRowsProps) {
  const t = useTranslations('model.fits.values');
  const quantities = useTranslations('evidence.measured.quantities');
  const { number, signed } = useNumberWords();
  return (
    <tbody>
      {residuals.map(({ row, quantity, seen, predicted, error }) => (
        <tr key={`${row} ${quantity}`}>
          <th scope="row">{row}</th>
          <td>{t(part)}</td>
          <td>{quantity === 'ratio' ? t('ratio') : quantities(quantity)}</td>
          <td>{number(seen)}</td>
          <td>{number(predicted)}</td>
          <td>{signed(error)}</td>
        </tr>
      ))}
    </tbody>
  );
}
