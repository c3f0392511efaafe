import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { OUTCOMES, type Outcome } from '../../charts/claim-outcomes.ts';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import type { ClaimKind } from '../check/claim.ts';
import type { Accuracy } from '../predict/accuracy.ts';
import { type AnsweredClaim, evidence } from '../reproductions/evidence-state.ts';
import { Families } from '../reproductions/Families.tsx';
import { OUTCOME_OF } from '../reproductions/verdicts.ts';
import { KnownErrors } from './KnownErrors.tsx';
import styles from './Model.module.css';
import { PublishedTables } from './PublishedTables.tsx';

/** From exact laws to informational statements. */
const KINDS: readonly ClaimKind[] = ['E', 'S', 'Q', 'D', 'I'];

const outcomeOf = ({ verdict }: AnsweredClaim): Outcome => OUTCOME_OF[verdict];

/** Claims that hold, predictions, and known errors of the model. */
export function Agreement() {
  const t = useTranslations('model.agreement');
  const claims = useStore(evidence, (state) => state.claims);
  const judgement = useStore(evidence, (state) => state.judgement);
  return (
    <>
      <p>{t('intro')}</p>
      <h3>{t('claims')}</h3>
      <Claims claims={claims} />
      <h3>{t('rows')}</h3>
      {judgement && <Rows judgement={judgement} />}
      <h3>{t('published')}</h3>
      <PublishedTables />
      <h3>{t('errors')}</h3>
      <p>{t('errorsText')}</p>
      <KnownErrors claims={claims.filter((claim) => outcomeOf(claim) === 'known')} />
    </>
  );
}

function Claims({ claims }: { readonly claims: readonly AnsweredClaim[] }) {
  const t = useTranslations('model.agreement');
  const e = useTranslations('evidence');
  const { count } = useWords();
  const countOf = (outcome: Outcome, among: readonly AnsweredClaim[] = claims) =>
    among.filter((claim) => outcomeOf(claim) === outcome).length;
  // A claim that differs from its declaration fails a test; it appears only during work on the model.
  const outcomes = OUTCOMES.filter((outcome) => outcome !== 'broken' || countOf(outcome) > 0);
  const lines = [
    ...KINDS.map((kind) => ({
      name: e(`kinds.${kind}`),
      among: claims.filter(({ claim }) => claim.kind === kind),
    })),
    { name: t('total'), among: claims },
  ];
  return (
    <>
      <p>
        {t('claimsText', {
          total: count(claims.length),
          pass: count(countOf('pass')),
          byConstruction: count(countOf('byConstruction')),
          known: count(countOf('known')),
          notModelled: count(countOf('notModelled')),
          fitted: count(
            claims.filter(({ claim, verdict }) => claim.fitted && OUTCOME_OF[verdict] === 'pass').length,
          ),
        })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus to be scrolled by keys */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('caption')}>
        <table className={styles.numbers}>
          <caption>{t('caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('kind')}</th>
              {outcomes.map((outcome) => (
                <th key={outcome} scope="col">
                  {e(`outcomes.${outcome}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, among }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {outcomes.map((outcome) => (
                  <td key={outcome}>{count(countOf(outcome, among))}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p>
        <Link href="/reproductions">{t('more')}</Link>
      </p>
    </>
  );
}

function Rows({ judgement }: { readonly judgement: Accuracy }) {
  const t = useTranslations('model.agreement');
  const quantities = useTranslations('evidence.measured.quantities');
  const words = useWords();
  return (
    <>
      <p>
        {t('rowsText', {
          rows: words.count(judgement.rows),
          median: words.percent(judgement.medianErrorRange),
          worst: words.percent(judgement.worstErrorRange),
          plain: words.percent(judgement.medianError),
          rank: words.number(judgement.spearman),
        })}
      </p>
      <Families />
      <table className={styles.numbers}>
        <caption>{t('others')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('quantity')}</th>
            <th scope="col">{t('within')}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(judgement.others).map(([quantity, { within, of }]) => (
            <tr key={quantity}>
              <th scope="row">{quantities(quantity as keyof typeof judgement.others)}</th>
              <td>
                {words.count(within)} / {words.count(of)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
