import { correction, generate } from 'lean-qr';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { presentAddress } from '../../actions/link.ts';
import { ui } from '../../stores/ui.ts';
import { Modal } from '../shared/Modal.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import styles from './QrDialog.module.css';
import { qrPath } from './qr-path.ts';

/** The present link as a QR code, as large as the screen allows: for a room that looks at a projector. */
export function QrDialog() {
  return (
    <PartTexts part="export">
      <Code />
    </PartTexts>
  );
}

/** Quiet zone that scanners need around the code, modules (ISO/IEC 18004). */
const QUIET = 4;

function Code() {
  const t = useTranslations('export.qr');
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    presentAddress().then(setAddress);
  }, []);
  if (address === undefined) return null;
  // Least correction first: a link of 2 kB still fits, and a screen has no scratches. Short links take more by themselves.
  const code = generate(address, { minCorrectionLevel: correction.L, maxCorrectionLevel: correction.Q });
  return (
    <Modal title={t('title')} intro={t('intro')} onClose={() => ui.setState({ dialog: undefined })}>
      <svg
        className={styles.code}
        viewBox={`${-QUIET} ${-QUIET} ${code.size + 2 * QUIET} ${code.size + 2 * QUIET}`}
        role="img"
        aria-label={t('label')}
        shapeRendering="crispEdges"
      >
        {/* Black on white in every theme: that is what scanners look for. */}
        <rect x={-QUIET} y={-QUIET} width="100%" height="100%" fill="#fff" />
        <path d={qrPath(code.size, (x, y) => code.get(x, y))} fill="#000" />
      </svg>
      <p className={styles.address}>{address}</p>
    </Modal>
  );
}
