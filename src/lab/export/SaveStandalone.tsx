import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { announce } from '../../ui/announce.ts';
import { Button } from '../../ui/Button.tsx';

export interface SaveStandaloneProps {
  /** Saves it; false when it cannot be had. */
  readonly save: () => Promise<boolean>;
}

/** Takes the page along as one file that opens without a network. */
export function SaveStandalone({ save }: SaveStandaloneProps) {
  const t = useTranslations('export.standalone');
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    if (isBusy) return;
    setIsBusy(true);
    announce(t((await save()) ? 'saved' : 'failed'), { isVisible: true });
    setIsBusy(false);
  };
  return (
    <Button aria-disabled={isBusy} title={t('what')} onClick={press}>
      {t('label')}
    </Button>
  );
}
