/** Where the server's ring stands, and the names of its parts. */
import type { Rect } from './geometry.ts';
import { type Caption, RING_PARTS, type Ring } from './places.ts';
import type { SceneText } from './text.ts';

/** The ring in the middle of `area`, with the names of its parts around it when that leaves it large enough. */
export function ringIn(area: Rect, text: SceneText, sizePx: number): Ring {
  const band = Math.max(8, Math.round(sizePx * 0.95));
  const namePx = Math.max(11, sizePx - 1);
  const names = RING_PARTS.map((part) => text.message(`stage.ring.${part}`));
  // Bold, because the present part's name is.
  const widths = names.map((name) => text.measure(name, namePx, true));
  const [rightW, leftW] = [(widths[1] ?? 0) + 6, (widths[3] ?? 0) + 6];
  const outer = Math.min((area.w - leftW - rightW) / 2, area.h / 2 - namePx * 1.4, sizePx * 7);
  const hasNames = outer - band >= namePx * 2.2;
  const radius = Math.max(12, (hasNames ? outer : Math.min(area.w, area.h) / 2 - 1) - band / 2);
  const x = area.x + (area.w + (hasNames ? leftW - rightW : 0)) / 2;
  const y = area.y + area.h / 2;
  const rim = radius + band / 2;
  const at = (part: number, nameX: number, nameY: number, align: Caption['align']): Caption => {
    return { text: names[part] ?? '', x: nameX, y: nameY, sizePx: namePx, tone: 'soft', align };
  };
  const labels = [
    at(0, x, y - rim - namePx * 0.4, 'center'),
    at(1, x + rim + 5, y + namePx * 0.36, 'left'),
    at(2, x, y + rim + namePx * 1.1, 'center'),
    at(3, x - rim - 5, y + namePx * 0.36, 'right'),
  ];
  return { x, y, radius, band, labels: hasNames ? labels : [] };
}
