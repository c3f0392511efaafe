import { useMemo } from 'react';
import { QUIET, qrOf } from '../../lib/qr.ts';

export interface QrCodeProps {
  readonly text: string;
  /** Accessible name. */
  readonly label: string;
  readonly className?: string | undefined;
}

/** A text as a QR code. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => qrOf(text), [text]);
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
