/** Position of the server's ring, and the names of its parts. */
import type { Rect } from './geometry.ts';
import { type Caption, RING_PARTS, type Ring } from './places.ts';
import type { SceneText } from './text.ts';

/** Room for the quarter mark before a listed name, in font sizes. */
const MARK = 1.3;
/** Offset from baseline to the middle of the letters, in font sizes. */
const MIDDLE = 0.36;

/**
 * The ring in `area`. The names of its parts are around it, or in a list beside or below, if the ring stays
 * large enough.
 */
export function ringIn(area: Rect, text: SceneText, typePx: number): Ring {
  const sizePx = Math.max(11, typePx - 1);
  const names = RING_PARTS.map((part) => text.message(`stage.ring.${part}`));
  // Measured in bold, because the current part's name is bold.
  const widths = names.map((name) => text.measure(name, sizePx, true));
  const y = area.y + area.h / 2;
  const ring = (x: number, outer: number, max: number, isList: boolean, places: readonly Place[]): Ring => {
    const band = Math.min(Math.max(8, Math.round(typePx * 0.95)), max);
    const labels = places.map(([nameX, nameY, align], i): Caption => {
      return { text: names[i] ?? '', x: nameX, y: nameY + sizePx * MIDDLE, sizePx, tone: 'soft', align };
    });
    return { x, y, radius: outer - band / 2, band, labels, isList };
  };

  const [rightW = 0, leftW = 0] = [widths[1], widths[3]].map((width = 0) => width + 6);
  const aroundRadius = Math.min((area.w - leftW - rightW) / 2, area.h / 2 - sizePx * 1.4, typePx * 7);
  if (aroundRadius >= sizePx * 3.2) {
    const x = area.x + (area.w + leftW - rightW) / 2;
    const up = aroundRadius + sizePx * 0.75;
    return ring(x, aroundRadius, aroundRadius, false, [
      [x, y - up, 'center'],
      [x + aroundRadius + 5, y, 'left'],
      [x, y + up, 'center'],
      [x - aroundRadius - 5, y, 'right'],
    ]);
  }
  const listW = Math.max(...widths) + MARK * sizePx;
  const gap = sizePx * 0.6;
  const line = Math.min(1.2 * sizePx, area.h / names.length);
  const listH = names.length * line;
  const besideRadius = Math.min((area.w - listW - gap) / 2, area.h / 2 - 1);
  const below = Math.min(area.w / 2 - 1, (area.h - listH - gap) / 2);
  const outer = Math.max(besideRadius, below);
  if (outer >= sizePx && line >= sizePx) {
    const isBelow = below > besideRadius;
    const x = area.x + area.w / 2 - (isBelow ? 0 : (listW + gap) / 2);
    const ringY = isBelow ? y - (listH + gap) / 2 : y;
    const nameX = (isBelow ? x - listW / 2 : x + outer + gap) + MARK * sizePx;
    const top = isBelow ? ringY + outer + gap : y - listH / 2;
    const lines = names.map((_, i): Place => [nameX, top + (i + 0.5) * line, 'left']);
    return { ...ring(x, outer, outer * 0.4, true, lines), y: ringY };
  }
  const bareRadius = Math.max(16, Math.min(area.w, area.h) / 2 - 1);
  return ring(area.x + area.w / 2, bareRadius, bareRadius / 2, false, []);
}

/** Position of a name: its edge or centre, and the middle of its line. */
type Place = readonly [x: number, y: number, align: Caption['align']];

/** The mark before a listed name: a small ring. */
export const markOf = ({ x, y, sizePx }: Caption) => ({
  x: x - sizePx * 0.88,
  y: y - sizePx * MIDDLE,
  radius: sizePx * 0.32,
  band: sizePx * 0.2,
});
