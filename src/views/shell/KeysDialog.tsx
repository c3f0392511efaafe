import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useStore } from 'zustand';
import { isCharacterKey, KEY_COMMANDS } from '../../actions/keys.ts';
import { settings } from '../../stores/settings.ts';
import { ui } from '../../stores/ui.ts';
import { useKeyText } from '../shared/key-text.ts';
import { Modal } from '../shared/Modal.tsx';
import { PartTexts } from '../shared/PartTexts.tsx';
import styles from './KeysDialog.module.css';

const close = () => ui.setState({ dialog: undefined });

/** Every key and what it does, from the table the listener works with. */
export function KeysDialog() {
  return (
    <PartTexts part="keys">
      <List />
    </PartTexts>
  );
}

function List() {
  const t = useTranslations('keys');
  const hasLetterKeys = useStore(settings, (state) => state.hasLetterKeys);
  const keyText = useKeyText();
  return (
    <Modal title={t('title')} intro={hasLetterKeys ? t('intro') : t('lettersOff')} onClose={close}>
      <table className={styles.keys}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('action')}</th>
            <th scope="col">{t('key')}</th>
          </tr>
        </thead>
        <tbody>
          {KEY_COMMANDS.map(({ id, keys }) => (
            <tr key={id}>
              <th scope="row">{t(id)}</th>
              <td>
                {keys.map((key) => (
                  <kbd key={key} data-off={!hasLetterKeys && isCharacterKey(key)}>
                    {keyText(key)}
                  </kbd>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <Link href="/model" onClick={close}>
          {t('model')}
        </Link>
      </p>
    </Modal>
  );
}
