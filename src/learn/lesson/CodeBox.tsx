import { Tabs } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { lazy, Suspense } from '../../ui/prompt.tsx';
import tabs from '../../ui/Tabs.module.css';
import { TabTrigger } from '../../ui/TabTrigger.tsx';
import { useStore } from '../../ui/use-store.ts';
import { loadCode } from '../lessons/library.ts';
import type { Sections } from '../lessons/text.ts';
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
  const [code, setCode] = useState<Sections>();
  useEffect(() => {
    let isWanted = true;
    if (id !== undefined)
      void loadCode(id)
        .catch(() => undefined)
        .then((loaded) => isWanted && setCode(loaded));
    return () => {
      isWanted = false;
    };
  }, [id]);
  if (!code) return null;
  return (
    <section className={styles.code} aria-labelledby="lesson-code">
      <h3 id="lesson-code">{t('title')}</h3>
      <Tabs.Root defaultValue={LIBRARIES[0].id}>
        <Tabs.List className={styles.tabs} aria-label={t('libraries')}>
          {LIBRARIES.map(({ id: library, name }) => (
            <TabTrigger key={library} value={library} className={tabs.tab}>
              {name}
            </TabTrigger>
          ))}
        </Tabs.List>
        {LIBRARIES.map(({ id: library, name }) => (
          <Tabs.Content key={library} value={library} className={styles.lines}>
            <pre lang="en">
              <code>{codeOf(code.get(library) ?? '')}</code>
            </pre>
            <Suspense>
              <RealCodeBox key={`${id} ${library}`} library={library} name={name} />
            </Suspense>
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </section>
  );
}
