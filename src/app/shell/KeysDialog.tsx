import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { GROUP_OF, KEY_GROUPS } from '../../lab/keyboard/key-groups.ts';
import { isCharacterKey, KEY_COMMANDS } from '../../lab/keyboard/keys.ts';
import { useKeyText } from '../../ui/key-text.ts';
import { Modal } from '../../ui/Modal.tsx';
import { settings } from '../../ui/settings-state.ts';
import { ui } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import styles from './KeysDialog.module.css';

const close = () => ui.setState({ dialog: undefined });

/** Every key with its command, by group, from the table of the listener. */
export function KeysDialog() {
  const t = useTranslations('keys');
  const hasLetterKeys = useStore(settings, (state) => state.hasLetterKeys);
  const keyText = useKeyText();
  const id = useId();
  return (
    <Modal title={t('title')} intro={hasLetterKeys ? t('intro') : t('lettersOff')} onClose={close}>
      {KEY_GROUPS.map((group) => (
        <section key={group} className={styles.group} aria-labelledby={`${id}-${group}`}>
          <h3 id={`${id}-${group}`}>{t(`groups.${group}`)}</h3>
          <table className={styles.keys} aria-labelledby={`${id}-${group}`}>
            <thead className="visually-hidden">
              <tr>
                <th scope="col">{t('action')}</th>
                <th scope="col">{t('key')}</th>
              </tr>
            </thead>
            <tbody>
              {KEY_COMMANDS.filter((command) => GROUP_OF[command.id] === group).map((command) => (
                <tr key={command.id}>
                  <th scope="row">{t(command.id)}</th>
                  <td>
                    {command.keys.map((key) => (
                      <kbd key={key} data-off={!hasLetterKeys && isCharacterKey(key)}>
                        {keyText(key)}
                      </kbd>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ))}
      <p>
        <Link href="/model" onClick={close}>
          {t('model')}
        </Link>
      </p>
    </Modal>
  );
}
