import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { LIBRARIES, type LibraryName, releaseName } from '../bridge/workload/library.ts';
import { Button } from '../ui/Button.tsx';
import { ProblemList } from '../ui/ProblemList.tsx';
import { useStore } from '../ui/use-store.ts';
import styles from './Live.module.css';
import { live } from './live-state.ts';
import { buildDriver, cancelBuild, libraryState } from './programs.ts';
import { programs } from './programs-state.ts';

interface LibraryProgramProps {
  readonly library: LibraryName;
  readonly version: string;
}

/** Whether the program of a library is built, with what builds it or what is missing. */
export function LibraryProgram({ library, version }: LibraryProgramProps) {
  const t = useTranslations('real.program');
  const states = useStore(live, (state) => (state.status === 'connected' ? state.programs : undefined));
  const build = useStore(programs, (state) => state.build);
  const problem = useStore(programs, (state) => state.problem);
  const problems = useMemo(() => (problem ? [problem] : []), [problem]);
  if (!states) return null;
  const state = libraryState(states, library, version);
  const { program } = LIBRARIES[library];
  const client = releaseName(library, version);
  if (build)
    return (
      <div className={styles.group}>
        <p role="status">{t('building', { program, client: releaseName(build.library, build.version) })}</p>
        <p className={styles.row}>
          <Button onClick={cancelBuild}>{t('cancel')}</Button>
        </p>
        <details>
          <summary>{t('output')}</summary>
          <pre className={styles.command}>
            <code>{build.lines.join('\n')}</code>
          </pre>
        </details>
      </div>
    );
  return (
    <div className={styles.group}>
      <p className={styles.soft} role="status">
        {state.kind === 'needsTool'
          ? t('needsTool', { tool: state.tool, version: state.version ?? 'none', client })
          : t(state.kind, { program, client })}
      </p>
      <ProblemList problems={problems} takesFocus={problems.length > 0} />
      {state.kind === 'needsBuild' && (
        <p className={styles.row}>
          <Button onClick={() => void buildDriver(library, version)}>{t('build', { program })}</Button>
        </p>
      )}
    </div>
  );
}
