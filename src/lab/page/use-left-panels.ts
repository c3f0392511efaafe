import { accessOf } from '../../model/scenario/controls.ts';
import { PANELS, type PanelName } from '../../model/scenario/panels.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';

/** The panels that the link does not hide. */
export function useLeftPanels(): readonly PanelName[] {
  const rules = useStore(ui, (state) => state.rules);
  return PANELS.filter((panel) => accessOf(rules, panel) !== 'hidden');
}
