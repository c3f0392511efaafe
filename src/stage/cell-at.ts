import type { Grid } from './geometry.ts';

/** Index of the cell under a point, or −1. It may lie beyond the number of cells in use. */
export function cellAt(grid: Grid, x: number, y: number): number {
  const { rect: r, cols, rows, stepX, stepY, order } = grid;
  const isRight = order === 'columnsFromRight';
  const col = Math.floor((isRight ? r.x + r.w - x : x - r.x) / stepX);
  const row = Math.floor((order === 'rowsFromBottom' ? r.y + r.h - y : y - r.y) / stepY);
  if (col < 0 || row < 0 || col >= cols || row >= rows) return -1;
  return isRight ? col * rows + row : row * cols + col;
}
