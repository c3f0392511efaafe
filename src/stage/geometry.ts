/** Rectangles and grids in CSS pixels. */

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** Equal cells. Cell 0 is at the origin corner; cells fill columns or rows in sequence. */
export interface Grid {
  readonly rect: Rect;
  readonly cols: number;
  readonly rows: number;
  readonly stepX: number;
  readonly stepY: number;
  /** Position of cell 0 and fill order: rows from left to right, or columns from one end. */
  readonly order: 'rows' | 'columnsFromRight' | 'rowsFromBottom';
}

export const rect = (x: number, y: number, w: number, h: number): Rect => ({ x, y, w, h });

/** The rectangle without a margin on each side. */
export const inset = (r: Rect, dx: number, dy: number = dx): Rect =>
  rect(r.x + dx, r.y + dy, Math.max(0, r.w - 2 * dx), Math.max(0, r.h - 2 * dy));

/** The smallest rectangle around both. */
export function boundingBox(a: Rect, b: Rect): Rect {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return rect(x, y, Math.max(a.x + a.w, b.x + b.w) - x, Math.max(a.y + a.h, b.y + b.h) - y);
}

export const contains = (r: Rect, x: number, y: number): boolean =>
  x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;

/** Whether two rectangles are closer than `gap`. */
export const overlap = (a: Rect, b: Rect, gap: number): boolean =>
  a.x < b.x + b.w + gap && b.x < a.x + a.w + gap && a.y < b.y + b.h + gap && b.y < a.y + a.h + gap;

/**
 * The grid of `n` cells in `area` with cells closest to `aspect` (width : height), as large as possible, at
 * most `maxStep` high.
 */
export function fitGrid(
  area: Rect,
  n: number,
  options: { aspect?: number; maxStep: number; order?: Grid['order'] },
): Grid {
  const { aspect = 1, maxStep, order = 'rows' } = options;
  const guess = Math.sqrt((Math.max(1, n) * area.w) / Math.max(1, area.h) / aspect);
  let best = { cols: 1, rows: Math.max(1, n), size: 0 };
  for (let cols = Math.max(1, Math.floor(guess) - 2); cols <= Math.ceil(guess) + 2; cols++) {
    const rows = Math.max(1, Math.ceil(n / cols));
    const size = Math.min(area.w / cols / aspect, area.h / rows, maxStep);
    if (size > best.size + 1e-9) best = { cols, rows, size };
  }
  const { cols, rows, size } = best;
  return { rect: area, cols, rows, stepX: size * aspect, stepY: size, order };
}

/**
 * Like `fitGrid`, with rows of 5, 10, 20 … cells if that costs little size, so that cells are easy to count.
 */
export function countableGrid(area: Rect, n: number, options: { aspect: number; maxStep: number }): Grid {
  const fitted = fitGrid(area, n, options);
  let best = fitted;
  let bestSize = 0;
  for (const cols of [5, 10, 20, 25, 40, 50, 100]) {
    const rows = Math.ceil(n / cols);
    const size = Math.min(area.w / cols / options.aspect, area.h / rows, options.maxStep);
    if (size < fitted.stepY * 0.85 || size <= bestSize) continue;
    bestSize = size;
    best = { ...fitted, cols, rows, stepX: size * options.aspect, stepY: size };
  }
  return best;
}

/** The grid of cells of a fixed size that fit into `area`. */
export function fillGrid(area: Rect, step: number, order: Grid['order']): Grid {
  const cols = Math.max(1, Math.floor(area.w / step));
  const rows = Math.max(1, Math.floor(area.h / step));
  return { rect: area, cols, rows, stepX: step, stepY: step, order };
}

export const capacity = (grid: Grid): number => grid.cols * grid.rows;

/** Left edge of a cell. */
export function cellX(grid: Grid, index: number): number {
  const { rect: r, cols, rows, stepX, order } = grid;
  if (order === 'columnsFromRight') return r.x + r.w - (Math.floor(index / rows) + 1) * stepX;
  return r.x + (index % cols) * stepX;
}

/** Top edge of a cell. */
export function cellY(grid: Grid, index: number): number {
  const { rect: r, cols, rows, stepY, order } = grid;
  if (order === 'columnsFromRight') return r.y + (index % rows) * stepY;
  const row = Math.floor(index / cols);
  return order === 'rows' ? r.y + row * stepY : r.y + r.h - (row + 1) * stepY;
}

/** Eases from 0 to 1, decelerating. */
export const easeOut = (share: number): number => 1 - (1 - share) ** 3;

/** A pseudo-random number between −0.5 and 0.5, constant per id. */
export function scatter(id: number): number {
  return ((Math.imul(id + 1, 0x9e3779b1) >>> 0) % 4096) / 4096 - 0.5;
}
