import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Modal } from '../../ui/Modal.tsx';
import { ui } from '../../ui/ui-state.ts';
import { phoneAddress } from '../link/share.ts';
import { QrCode } from './QrCode.tsx';
import styles from './QrDialog.module.css';

/** The current link as a QR code as large as the screen allows, for an audience at a projector. */
export function QrDialog() {
  const t = useTranslations('export.qr');
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    phoneAddress().then(setAddress);
  }, []);
  if (address === undefined) return null;
  return (
    <Modal title={t('title')} intro={t('intro')} onClose={() => ui.setState({ dialog: undefined })}>
      <QrCode className={styles.code} text={address} label={t('label')} />
      <p className={styles.address}>{address}</p>
    </Modal>
  );
}
