import { accessOf } from '../../scenario/controls.ts';
import { PANELS, type PanelName } from '../../scenario/panels.ts';
import { ui } from '../../stores/ui.ts';
import { useStore } from '../shared/use-store.ts';

/** The panels that the link leaves on the page. */
export function useLeftPanels(): readonly PanelName[] {
  const rules = useStore(ui, (state) => state.rules);
  return PANELS.filter((panel) => accessOf(rules, panel) !== 'hidden');
}
