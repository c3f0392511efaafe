import { useTranslations } from 'use-intl';
import type { Hidden } from '../../ui/hidden-lines.ts';
import { ShownLegend } from '../../ui/ShownLegend.tsx';
import { SideBadge } from '../../ui/SideBadge.tsx';
import { useWords } from '../../ui/texts.tsx';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { showOnly } from '../appearance/appearance.ts';
import { experiment, SIDES } from '../settings/experiment-state.ts';

/** Both systems: one can be hidden or shown alone, in the charts and everywhere else. */
export function SideLegend() {
  const t = useTranslations('plots.sides');
  const sides = useStore(experiment);
  const only = useStore(ui, (state) => state.only);
  const titles = useWords().presets.titles;
  const hidden: Hidden = new Set(SIDES.flatMap((id, line) => (only && id !== only ? [line] : [])));
  const show = (next: Hidden) =>
    showOnly(next.size === 0 ? undefined : SIDES.find((_, line) => !next.has(line)));
  const entries = SIDES.map((id) => ({
    name: titles[sides[id]?.preset ?? ''] ?? id.toUpperCase(),
    sample: <SideBadge side={id} />,
  }));
  return (
    // Without a side, the headline above is shorter.
    <ShownLegend
      label={t('label')}
      hint={t('hint')}
      entries={entries}
      hidden={hidden}
      onHidden={show}
      isMoved
    />
  );
}
