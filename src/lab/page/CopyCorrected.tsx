import { useTranslations } from 'use-intl';
import type { Problem } from '../../model/scenario/problem.ts';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';
import { copyLink } from '../link/link.ts';

interface CopyCorrectedProps {
  /** What was wrong with the link that was opened. */
  readonly problems: readonly Problem[];
}

/** The link of what is shown instead: without what could not be used, in this page's version. */
export function CopyCorrected({ problems }: CopyCorrectedProps) {
  const app = useTranslations('app.share');
  const t = useTranslations('share.instead');
  // A newer version's link has nothing wrong that could be corrected.
  const isCorrected = problems.some(({ code }) => code !== 'URL-09');
  const copy = async () => {
    announce(app((await copyLink()) ? 'done' : 'failed'), { isVisible: true });
  };
  return <Button onClick={copy}>{t(isCorrected ? 'corrected' : 'shown')}</Button>;
}
