import { useTranslations } from 'use-intl';
import { useRunFiles } from '../../lab/export/RunFiles.tsx';
import { isLab } from '../../lab/link/address.ts';
import { run } from '../../lab/run/run-state.ts';
import { savables } from '../../lab/shared/SaveButton.tsx';
import { isFree, ui } from '../../ui/ui-state.ts';
import type { Entry } from './entries.ts';
import type { Names } from './names.ts';

/**
 * Exports of the items on screen by format, and of the runs, while there is a run. Found by the names of all
 * languages.
 */
export function useFileEntries(names: readonly Names[]): readonly Entry[] {
  const t = useTranslations('palette');
  const files = useRunFiles();
  const { player, a, b } = run.getState();
  if (!isFree('export') || ui.getState().isPresenting) return [];
  const shown = [...savables].map(({ title: what, open }, index) => {
    const title = t('saveAs', { what });
    return {
      id: `commands save as ${index}`,
      group: 'commands' as const,
      title,
      text: [title, ...names.map(({ message }) => message('palette.saving'))].join(' ').toLowerCase(),
      keys: [],
      act: open,
      opensMenu: true as const,
    };
  });
  if (!player || !isLab()) return shown;
  const isThere = (id: string) =>
    !id.startsWith('histogram') || (id.endsWith('a') ? a : b).summary !== undefined;
  const ofRuns = files
    .filter(({ id }) => isThere(id))
    .map(({ id, label, save }) => {
      const [kind = '', side = ''] = id.split('.');
      const title = t('save', { what: label });
      const others = names.map(({ message }) => [message('palette.saving'), message(`export.runs.${kind}`)]);
      return {
        id: `commands save ${id}`,
        group: 'commands' as const,
        title,
        text: [title, side, ...others.flat()].join(' ').toLowerCase(),
        keys: [],
        act: () => void save(),
      };
    });
  return [...shown, ...ofRuns];
}
