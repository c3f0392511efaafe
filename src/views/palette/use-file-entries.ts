import { useTranslations } from 'use-intl';
import { isLab } from '../../actions/link.ts';
import { run } from '../../stores/run.ts';
import { isFree, ui } from '../../stores/ui.ts';
import { useRunFiles } from '../export/use-run-files.ts';
import type { Entry } from './entries.ts';
import type { Names } from './names.ts';

/** The runs as files, while there is a run: what their buttons below the charts save. Found by the names of all languages. */
export function useFileEntries(names: readonly Names[]): readonly Entry[] {
  const t = useTranslations('palette');
  const files = useRunFiles();
  const { player, a, b } = run.getState();
  if (!player || !isLab() || !isFree('export') || ui.getState().isPresenting) return [];
  const isThere = (id: string) =>
    !id.startsWith('histogram') || (id.endsWith('a') ? a : b).summary !== undefined;
  return files
    .filter(({ id }) => isThere(id))
    .map(({ id, label, save }) => {
      const [kind = '', side = ''] = id.split('.');
      const title = t('save', { what: label });
      const others = names.map(({ message }) => [message('palette.saving'), message(`export.runs.${kind}`)]);
      return {
        id: `commands save ${id}`,
        group: 'commands',
        title,
        text: [title, side, ...others.flat()].join(' ').toLowerCase(),
        keys: [],
        act: () => void save(),
      };
    });
}
