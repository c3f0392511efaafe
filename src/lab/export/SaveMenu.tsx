import { DropdownMenu } from 'radix-ui';
import { createContext, type ReactElement, useContext } from 'react';
import { useTranslations } from 'use-intl';
import { type Provenance, toCsv, toJson, toSvg } from '../../charts/export.ts';
import { prose } from '../../charts/prose.ts';
import { saveBlob, saveText } from '../../lib/download.ts';
import { paletteOf } from '../../lib/palette.ts';
import menu from '../../ui/Menu.module.css';
import { Menu } from '../../ui/Menu.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { copyText } from '../link/link.ts';
import { focus } from '../marks/focus-state.ts';
import type { ShownChart, ShownTable } from '../results/shown-chart.ts';
import { presentProvenance } from '../run/provenance.ts';
import { experiment } from '../settings/experiment-state.ts';
import { useConditions } from '../shared/use-conditions.ts';
import { useTheme } from '../shared/use-media.ts';
import { useShownSides } from '../shared/use-shown-sides.ts';
import { copyPicture, rasterised } from './rasterise.ts';

/** Source of the numbers of a part of the page, if it is not the runs in the Lab. */
type Origin = (title: string, caption: string) => Promise<Provenance>;

export const OriginContext = createContext<Origin | undefined>(undefined);

/** Size of a saved drawing, CSS pixels: wide enough for a page or a slide. */
const BOX = { width: 840, height: 420, fontSize: 14 };

/** Rows keep their height of the page. */
const boxOf = ({ box, lines }: ShownChart) =>
  box ?? (lines === undefined ? BOX : { ...BOX, height: Math.ceil(lines * BOX.fontSize) });

/** Pixels of the bitmap per pixel of the drawing. */
const SCALES = [1, 2, 4] as const;
/** A pasted picture is viewed on screens of any density. */
const COPIED_SCALE = 2;

export interface SaveMenuProps {
  /** A drawing with its numbers, or numbers alone. */
  readonly chart: ShownChart | ShownTable;
  readonly trigger: ReactElement;
}

/**
 * Menu to save a chart or a table as drawing, bitmap or numbers, or to copy it as picture, SVG, numbers, link
 * or text.
 */
export function SaveMenu({ chart, trigger }: SaveMenuProps) {
  const t = useTranslations('export');
  const palette = paletteOf(useTheme());
  const sides = useShownSides();
  const shown = 'draw' in chart ? chart : undefined;
  const name = (ending: string) => `roundtrip-${chart.id}${ending}`;
  const span = useStore(focus, ({ selected }) => (chart.isOfFigures ? selected?.span : undefined));
  const { ends } = useWords();
  const origin = useContext(OriginContext);
  const part = span && !origin ? `${t('part', ends(span))} ` : '';
  const description = prose([chart.description, shown?.note ?? '']);
  const conditionsOf = useConditions();
  /** The title with the load and the round-trip time of the shown sides. */
  const titleWith = (title: string) => {
    const pair = experiment.getState();
    const scenarios = sides.flatMap((side) => pair[side]?.scenario ?? []);
    return [title, ...conditionsOf(scenarios)].join(t('conditions.joiner'));
  };
  const provenance = () =>
    chart.provenance?.() ??
    origin?.(chart.title, description) ??
    presentProvenance(titleWith(chart.title), part + description, sides);
  const drawing = (of: ShownChart, origin: Provenance) => {
    const box = boxOf(of);
    return toSvg(of.draw(box, palette), box, palette, origin);
  };
  const announced = async (file: string, save: () => Promise<void>) => {
    try {
      await save();
      announce(t('saved', { file }), { isVisible: true });
    } catch {
      announce(t('failed', { file }), { isVisible: true });
    }
  };
  const picture = async (of: ShownChart, scale: number) => {
    const origin = await provenance();
    return rasterised(drawing(of, origin), scale, JSON.stringify(origin));
  };
  const text = (ending: string, label: string, type: string, write: (origin: Provenance) => string) => ({
    file: name(ending),
    label,
    save: async () => saveText(name(ending), write(await provenance()), type),
  });
  // Numbers of the instant on screen change at once, so their source is taken at the same time.
  const numbers = (ending: string, label: string, type: string, write: typeof toCsv) => ({
    file: name(ending),
    label,
    save: async () => {
      const table = chart.table();
      saveText(name(ending), write(table, await provenance()), type);
    },
  });
  const drawn = shown
    ? [
        text('.svg', t('svg'), 'image/svg+xml', (origin) => drawing(shown, origin)),
        ...SCALES.map((scale) => ({
          file: name(`@${scale}x.png`),
          label: t('png', { scale }),
          save: async () => saveBlob(name(`@${scale}x.png`), await picture(shown, scale)),
        })),
      ]
    : [];
  const items = [
    ...drawn,
    numbers('.csv', t('csv'), 'text/csv', toCsv),
    numbers('.json', t('json'), 'application/json', toJson),
  ];
  const copies = [
    ...(shown
      ? ([
          { what: 'picture', copy: () => copyPicture(picture(shown, COPIED_SCALE)) },
          { what: 'svg', copy: async () => copyText(drawing(shown, await provenance())) },
        ] as const)
      : []),
    { what: 'numbers', copy: async () => copyText(toCsv(chart.table(), await provenance())) },
    { what: 'link', copy: async () => copyText((await provenance()).link) },
    { what: 'words', copy: () => copyText(`${chart.title}. ${part}${chart.description}`) },
  ] as const;
  const copied = async (isDone: Promise<boolean>) =>
    announce(t((await isDone) ? 'copy.done' : 'copy.failed'), { isVisible: true });
  return (
    <Menu trigger={trigger}>
      {items.map(({ file, label, save }) => (
        <DropdownMenu.Item key={file} className={menu.item} onSelect={() => announced(file, save)}>
          {label}
        </DropdownMenu.Item>
      ))}
      <DropdownMenu.Separator className={menu.separator} />
      {copies.map(({ what, copy }) => (
        <DropdownMenu.Item key={what} className={menu.item} onSelect={() => copied(copy())}>
          {t(`copy.${what}`)}
        </DropdownMenu.Item>
      ))}
    </Menu>
  );
}
