import { useTranslations } from 'use-intl';
import { useStore } from '../ui/use-store.ts';
import { measurement } from './measurement-state.ts';

/** Why nothing else can be begun: something real is being run or played; undefined while nothing is. */
export function useBusyReason(): string | undefined {
  const t = useTranslations('real');
  const isIdle = useStore(measurement, (state) => state.status === 'idle');
  return isIdle ? undefined : t('busy');
}
