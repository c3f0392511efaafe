/** QR codes (ISO/IEC 18004) as one SVG path. */
import { correction, generate } from 'lean-qr';

/** Quiet zone that scanners need around a code, modules. */
export const QUIET = 4;

/** The dark modules of a code as one path: horizontal runs, one unit a module. */
export function qrPath(size: number, isDark: (x: number, y: number) => boolean): string {
  let path = '';
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      const from = x;
      while (x + 1 < size && isDark(x + 1, y)) x++;
      path += `M${from},${y}h${x - from + 1}v1h${from - x - 1}z`;
    }
  return path;
}

export interface Qr {
  /** Modules of a side, without the quiet zone. */
  readonly size: number;
  readonly path: string;
}

/**
 * A text as a code. The lowest error correction, so that a link of 2 kB fits; a screen has no scratches.
 * Short texts get more. Throws if the text is longer than a code can be (2,953 bytes).
 */
export function qrOf(text: string): Qr {
  const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q });
  return { size: code.size, path: qrPath(code.size, (x, y) => code.get(x, y)) };
}
