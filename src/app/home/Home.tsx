import type { FormEvent, KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { addressQuery } from '../../lab/link/address.ts';
import { Problems, TransportBar } from '../../lab/page/parts.tsx';
import { StagePane } from '../../lab/page/StagePane.tsx';
import { useSystemWords } from '../../lab/page/sides.ts';
import { run } from '../../lab/run/run-state.ts';
import { experiment, SIDES } from '../../lab/settings/experiment-state.ts';
import { comparedBy, sizeBy } from '../../model/explain/run-result.ts';
import { Button } from '../../ui/Button.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import styles from './Home.module.css';

/** The entry points, one for each kind of reader. */

type EntryPointId = 'learner' | 'owner' | 'engineer' | 'author' | 'teacher';

interface EntryPoint {
  /** Its texts are in the catalogue under `home.doors`. */
  readonly id: EntryPointId;
  readonly href: string;
}

const ENTRY_POINTS: readonly EntryPoint[] = [
  { id: 'learner', href: '#/learn' },
  { id: 'owner', href: '#/system' },
  { id: 'engineer', href: '#/lab' },
  { id: 'author', href: '#/experiments' },
  { id: 'teacher', href: '#/teach' },
];

/** The start page: the purpose, a running model, and an entry point for each kind of reader. */
export function Home() {
  return (
    <div className={styles.home}>
      <div className={styles.words}>
        <Welcome />
      </div>
      <div className={styles.show}>
        <Problems />
        <StagePane />
        <TransportBar />
      </div>
    </div>
  );
}

function Welcome() {
  const app = useTranslations('app');
  const t = useTranslations('home');
  return (
    <>
      <h1 className={styles.question}>{app('tagline')}</h1>
      <p className={styles.what}>{t('what')}</p>
      <Describe />
      <Outcome />
      <nav aria-label={t('doors.label')}>
        <ul className={styles.doors}>
          {ENTRY_POINTS.map(({ id, href }) => (
            <li key={id}>
              <a className={styles.door} href={href}>
                <b>{t(`doors.${id}.title`)}</b>
                <span>{t(`doors.${id}.what`)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.what}>
        {t('private')} <a href="#/model">{t('model')}</a>
      </p>
    </>
  );
}

/** A system and its complaint in the reader's own words: "Your system" reads them. */
function Describe() {
  const t = useTranslations('home.describe');
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text'));
    if (text.trim() !== '') {
      const { describeSystem } = await import('../../system/page/actions.ts');
      await describeSystem(text);
    }
    location.hash = '#/system';
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <form className={styles.describe} onSubmit={submit}>
      <label>
        <b>{t('label')}</b>
        <textarea name="text" rows={3} spellCheck={false} placeholder={t('example')} onKeyDown={press} />
      </label>
      <Button variant="strong" type="submit">
        {t('submit')}
      </Button>
    </form>
  );
}

/** Ratio of throughputs from which the question "why" is asked. */
const DIFFERENT = 1.1;

/** The result of the systems on the stage, from their summaries. */
function Outcome() {
  const t = useTranslations('home.outcome');
  const words = useWords();
  const system = useSystemWords();
  const sides = useStore(experiment);
  const counted = useStore(run);
  const by = comparedBy(SIDES.map((side) => counted[side]));
  const rates = SIDES.map((side) => {
    const { summary } = counted[side];
    return summary && summary.throughput.perSec * sizeBy(by, summary);
  });
  return (
    <div className={styles.outcome}>
      <dl aria-label={t('label')}>
        {SIDES.map((side, i) => {
          const { scenario } = sides[side] ?? {};
          return (
            <div key={side}>
              <dt>
                <SideBadge side={side} /> {scenario && system(scenario)}
              </dt>
              <dd>
                {t('perSec', { by, value: rates[i] === undefined ? '…' : words.count(Math.round(rates[i])) })}
              </dd>
            </div>
          );
        })}
      </dl>
      <Why rates={rates} />
    </div>
  );
}

/** The question raised by the results, and its answer: the limit of each side with its evidence. */
function Why({ rates: [a = 0, b = 0] }: { readonly rates: readonly (number | undefined)[] }) {
  const t = useTranslations('home.outcome');
  const words = useWords();
  const [less, more] = [Math.min(a, b), Math.max(a, b)];
  const ratio = less > 0 ? more / less : 1;
  const query = addressQuery();
  return (
    <a className={styles.why} href={`#/lab?${query}${query && '&'}panel=why`}>
      {ratio < DIFFERENT
        ? t('where')
        : t('why', {
            more: more === a ? 'A' : 'B',
            less: more === a ? 'B' : 'A',
            ratio: words.number(ratio),
          })}
    </a>
  );
}
