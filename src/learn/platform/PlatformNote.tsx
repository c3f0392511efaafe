import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { useStore } from '../../ui/use-store.ts';
import { platform } from './platform-state.ts';

/** Whether the learning platform takes the results of this lesson; nothing without a platform. */
export function PlatformNote() {
  const t = useTranslations('learn.platform');
  const { status, problem } = useStore(platform);
  const problems = useMemo(() => (problem ? [problem] : []), [problem]);
  if (status === 'none') return null;
  return problem ? <ProblemList problems={problems} /> : <p>{t('connected')}</p>;
}
