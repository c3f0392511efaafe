import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { ui } from '../../stores/ui.ts';
import { Button } from '../shared/Button.tsx';
import { useKeptFocus } from '../shared/kept-focus.ts';
import { ProblemList } from '../shared/ProblemList.tsx';
import { useStore } from '../shared/use-store.ts';
import { CopyCorrected } from './CopyCorrected.tsx';
import { MendLink } from './MendLink.tsx';

/** What was wrong with the link that was opened, and what mends it. */
export function LinkProblems() {
  const t = useTranslations('app.problem');
  const problems = useStore(ui, (state) => state.problems);
  const listed = useMemo(() => problems.map(({ problem }) => problem), [problems]);
  const place = useRef<HTMLDivElement>(null);
  useKeptFocus(place);
  return (
    <div ref={place}>
      <ProblemList
        problems={listed}
        takesFocus
        wayOut={(problem) => {
          const found = problems.find((candidate) => candidate.problem === problem);
          return found && <MendLink found={found} />;
        }}
      >
        <CopyCorrected problems={listed} />
        <Button onClick={() => ui.setState({ problems: [] })}>{t('dismiss')}</Button>
      </ProblemList>
    </div>
  );
}
