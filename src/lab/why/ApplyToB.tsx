import { useTranslations } from 'use-intl';
import type { Edits } from '../../model/scenario/patch.ts';
import type { SideName } from '../../model/scenario/problem.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/ui-state.ts';
import { compareLever } from './trials.ts';

interface ApplyToBProps {
  readonly side: SideName;
  /** The change, for screen readers and the confirmation. */
  readonly name: string;
  readonly edits: Edits;
}

/** Makes B the changed system, next to the unchanged one as A. */
export function ApplyToB({ side, name, edits }: ApplyToBProps) {
  const t = useTranslations('why.levers');
  const apply = async () => {
    await compareLever(side, edits);
    announce(t('applied', { name }), { isVisible: true });
  };
  return (
    <Button variant="small" aria-label={`${t('apply')}: ${name}`} onClick={apply}>
      {t('apply')}
    </Button>
  );
}
