import { DropdownMenu } from 'radix-ui';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { announce } from '../../actions/announce.ts';
import { presentProvenance } from '../../actions/provenance.ts';
import { type Provenance, toCsv, toJson, toSvg } from '../../charts/export.ts';
import { saveBlob, saveText } from '../../lib/download.ts';
import { paletteOf } from '../../lib/palette.ts';
import { focus } from '../../stores/focus.ts';
import type { ShownChart } from '../results/ChartFigure.tsx';
import menu from '../shared/Menu.module.css';
import { PartTexts } from '../shared/PartTexts.tsx';
import { useWords } from '../shared/texts.tsx';
import { useTheme } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { Menu } from '../shell/Menu.tsx';
import { rasterised } from './rasterise.ts';

/** Size of a saved drawing, CSS pixels: wide enough for a page or a slide. */
const BOX = { width: 840, height: 420, fontSize: 14 };
/** Pixels of the bitmap per pixel of the drawing. */
const SCALES = [1, 2, 4] as const;

export interface SaveMenuProps {
  readonly chart: ShownChart;
  readonly trigger: ReactElement;
}

/** A chart as a file: a drawing, a bitmap, its numbers. */
export function SaveMenu(props: SaveMenuProps) {
  return (
    <PartTexts part="export" fallback={props.trigger}>
      <Formats {...props} />
    </PartTexts>
  );
}

function Formats({ chart, trigger }: SaveMenuProps) {
  const t = useTranslations('export');
  const palette = paletteOf(useTheme());
  const sides = useShownSides();
  const name = (ending: string) => `roundtrip-${chart.id}${ending}`;
  const span = useStore(focus, ({ selected }) => (chart.isOfFigures ? selected?.span : undefined));
  const { duration } = useWords();
  const part = span ? `${t('part', { from: duration(span[0]), to: duration(span[1]) })} ` : '';
  const provenance = () =>
    chart.provenance?.() ?? presentProvenance(chart.title, part + chart.description, sides);
  const drawing = (origin: Provenance) => toSvg(chart.draw(BOX, palette), BOX, palette, origin);
  const said = async (file: string, save: () => Promise<void>) => {
    try {
      await save();
      announce(t('saved', { file }), { isVisible: true });
    } catch {
      announce(t('failed', { file }), { isVisible: true });
    }
  };
  const text = (ending: string, label: string, type: string, write: (origin: Provenance) => string) => ({
    file: name(ending),
    label,
    save: async () => saveText(name(ending), write(await provenance()), type),
  });
  const items = [
    text('.svg', t('svg'), 'image/svg+xml', drawing),
    ...SCALES.map((scale) => ({
      file: name(`@${scale}x.png`),
      label: t('png', { scale }),
      save: async () => {
        const origin = await provenance();
        saveBlob(name(`@${scale}x.png`), await rasterised(drawing(origin), scale, JSON.stringify(origin)));
      },
    })),
    text('.csv', t('csv'), 'text/csv', (origin) => toCsv(chart.table(), origin)),
    text('.json', t('json'), 'application/json', (origin) => toJson(chart.table(), origin)),
  ];
  return (
    <Menu trigger={trigger}>
      {items.map(({ file, label, save }) => (
        <DropdownMenu.Item key={file} className={menu.item} onSelect={() => said(file, save)}>
          {label}
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}
