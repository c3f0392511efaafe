import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import tabs from '../../ui/Tabs.module.css';
import { useStore } from '../../ui/use-store.ts';
import styles from './CodeBox.module.css';
import { learn } from './learn-state.ts';

const RealCodeBox = lazy(() =>
  import('./RealCodeBox.tsx').then((module) => ({ default: module.RealCodeBox })),
);

/** Sections of `code.md`, with the names of the libraries. */
const LIBRARIES = [
  { id: 'jedis', name: 'Jedis' },
  { id: 'lettuce', name: 'Lettuce' },
  { id: 'goRedis', name: 'go-redis' },
  { id: 'nodeRedis', name: 'node-redis' },
] as const;

/** The lines of a fenced block. */
const codeOf = (section: string): string => section.replace(/^```\w*\n/, '').replace(/\n```$/, '');

/** What the model of a lesson is in a program: a few lines for each library. Nothing without code. */
export function CodeBox() {
  const t = useTranslations('learn.code');
  const id = useStore(learn, (state) => state.id);
  const code = useStore(learn, (state) => state.code);
  const [shown, setLibrary] = useState<(typeof LIBRARIES)[number]['id']>(LIBRARIES[0].id);
  const library = LIBRARIES.find(({ id: each }) => each === shown) ?? LIBRARIES[0];
  if (!code) return null;
  return (
    <section className={styles.code} aria-labelledby="lesson-code">
      <h3 id="lesson-code">{t('title')}</h3>
      {/* No list of tabs: when one appears, a screen reader may leave the text above for its selected tab. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame */}
      <div role="group" className={styles.tabs} aria-label={t('libraries')}>
        {LIBRARIES.map(({ id: other, name }) => (
          <button
            key={other}
            type="button"
            className={tabs.tab}
            aria-pressed={other === library.id}
            onClick={() => setLibrary(other)}
          >
            {name}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <section className={styles.lines} tabIndex={0} aria-label={library.name}>
        <pre lang="en">
          <code>{codeOf(code.get(library.id) ?? '')}</code>
        </pre>
        <Suspense>
          <RealCodeBox key={`${id} ${library.id}`} library={library.id} name={library.name} />
        </Suspense>
      </section>
    </section>
  );
}
