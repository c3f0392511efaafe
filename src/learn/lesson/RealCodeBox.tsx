import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { isLibrary, releasesOf } from '../../bridge/workload/library.ts';
import { LibraryProgram } from '../../live/LibraryProgram.tsx';
import { live } from '../../live/live-state.ts';
import { libraryState } from '../../live/programs.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useWords } from '../../ui/texts.tsx';
import { useStore } from '../../ui/use-store.ts';
import styles from './CodeBox.module.css';
import { learn } from './learn-state.ts';
import { type CodeLibrary, type RealCode, type RunFigures, runCode, stopCode } from './real-code.ts';

const NS_PER_US = 1_000;

interface RealCodeBoxProps {
  readonly library: CodeLibrary;
  /** Its own name. */
  readonly name: string;
}

/** Runs the lesson's system with a library against the real Redis, and shows it beside the model. */
export function RealCodeBox({ library, name }: RealCodeBoxProps) {
  const t = useTranslations('learn.code');
  const state = useStore(live, (now) => now);
  const lesson = useStore(learn, (now) => now.lesson);
  const [result, setResult] = useState<RealCode>();
  const [isRunning, setIsRunning] = useState(false);
  useEffect(() => stopCode, []);
  if (state.status !== 'connected') return <p className={styles.note}>{t('noBridge')}</p>;
  if (!lesson) return null;
  const version = isLibrary(library) ? releasesOf(library)[0].version : undefined;
  const isReady =
    version === undefined ||
    (isLibrary(library) && libraryState(state.programs, library, version).kind === 'ready');
  const start = (mayDiffer: boolean) => {
    setIsRunning(true);
    setResult(undefined);
    void runCode(lesson, library, mayDiffer).then((now) => {
      setResult(now);
      setIsRunning(false);
    });
  };
  return (
    <div className={styles.real}>
      {!isReady && isLibrary(library) && version !== undefined && (
        <LibraryProgram library={library} version={version} />
      )}
      {isReady && (
        <p className={styles.actions}>
          <Button aria-disabled={isRunning} onClick={() => !isRunning && start(false)}>
            {t('run')}
          </Button>
          {isRunning && (
            <Button variant="quiet" onClick={stopCode}>
              {t('stop')}
            </Button>
          )}
        </p>
      )}
      <p role="status">{isRunning ? t('running', { name }) : ''}</p>
      {result?.kind === 'done' && <Done result={result} name={name} />}
      {result?.kind === 'failed' && <ProblemList problems={result.problems} takesFocus />}
      {result?.kind === 'other' && (
        <>
          <p>{t('other')}</p>
          <ProblemList problems={result.problems}>
            <Button onClick={() => start(true)}>{t('nearest')}</Button>
          </ProblemList>
        </>
      )}
    </div>
  );
}

interface DoneProps {
  readonly result: Extract<RealCode, { readonly kind: 'done' }>;
  readonly name: string;
}

function Done({ result, name }: DoneProps) {
  const t = useTranslations('learn.code');
  const words = useWords();
  const rows: readonly (readonly [string, RunFigures])[] = [
    [t('measured', { name }), result.real],
    [t('model'), result.model],
  ];
  const changed = [...new Set(result.changed.map((path) => words.labelOf(path) ?? path))];
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('perSec')}</th>
            <th scope="col">{t('p99')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, { perSec, p99Us }]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{words.number(perSec)}</td>
              <td>{p99Us === null ? '–' : words.duration(p99Us * NS_PER_US)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.note}>{t('costs')}</p>
      {changed.length > 0 && <p className={styles.note}>{t('changed', { names: changed.join(', ') })}</p>}
    </>
  );
}
