import { useTranslations } from 'use-intl';
import { showOnly } from '../../actions/appearance.ts';
import { experiment, SIDES } from '../../stores/experiment.ts';
import { ui } from '../../stores/ui.ts';
import type { Hidden } from '../shared/hidden-lines.ts';
import { ShownLegend } from '../shared/ShownLegend.tsx';
import { SideBadge } from '../shared/SideBadge.tsx';
import { useWords } from '../shared/texts.tsx';
import { useStore } from '../shared/use-store.ts';

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
