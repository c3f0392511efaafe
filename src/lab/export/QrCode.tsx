import { correction, generate } from 'lean-qr';
import { useMemo } from 'react';

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

/** Quiet zone that scanners need around the code, modules (ISO/IEC 18004). */
const QUIET = 4;

export interface QrCodeProps {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
  readonly className?: string | undefined;
}

/** A text as a QR code. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    // Lowest error correction, so that a link of 2 kB fits; a screen has no scratches. Short texts get more.
    const code = generate(text, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q });
    return { size: code.size, path: qrPath(code.size, (x, y) => code.get(x, y)) };
  }, [text]);
  const totalSize = size + 2 * QUIET;
  return (
    <svg
      className={className}
      viewBox={`${-QUIET} ${-QUIET} ${totalSize} ${totalSize}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      {/* Black on white in every theme: scanners expect it. */}
      <rect x={-QUIET} y={-QUIET} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
