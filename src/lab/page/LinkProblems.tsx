import { useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useKeptFocus } from '../../ui/kept-focus.ts';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { CopyCorrected } from './CopyCorrected.tsx';
import { FixLink } from './FixLink.tsx';

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
          return found && <FixLink found={found} />;
        }}
      >
        <CopyCorrected problems={listed} />
        <Button onClick={() => ui.setState({ problems: [] })}>{t('dismiss')}</Button>
      </ProblemList>
    </div>
  );
}
