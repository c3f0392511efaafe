import { Component, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Problem } from '../model/scenario/problem.ts';
import { Button } from './Button.tsx';
import { ProblemList } from './ProblemList.tsx';

interface ErrorBoundaryState {
  readonly problem: Problem | undefined;
}

/** A part that fails to render shows an error in its place; the rest of the page continues. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { problem: undefined };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return {
      problem: { code: 'PAGE-01', path: '', detail: error instanceof Error ? error.message : String(error) },
    };
  }

  override render() {
    const { problem } = this.state;
    return problem ? <Failed problem={problem} /> : this.props.children;
  }
}

function Failed({ problem }: { readonly problem: Problem }) {
  const t = useTranslations('app.problem');
  return (
    <ProblemList problems={[problem]} takesFocus>
      <Button onClick={() => location.reload()}>{t('reload')}</Button>
    </ProblemList>
  );
}
