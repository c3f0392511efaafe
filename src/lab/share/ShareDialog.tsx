import { useEffect, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { factsOf, LANGUAGES } from '../../lib/languages.ts';
import { type Choices, rulesOf } from '../../model/scenario/student-rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { ui } from '../../ui/ui-state.ts';
import { QrCode } from '../export/QrCode.tsx';
import {
  embedCode,
  hasMoment,
  isLabShared,
  hasMoment as isMomentThere,
  isOnThisMachine,
  LONGEST_ADDRESS,
  type ShareWish,
  sharedAddress,
} from '../link/share.ts';
import { AccessTable, presentChoices } from './AccessTable.tsx';
import { CopyField } from './CopyField.tsx';
import styles from './ShareDialog.module.css';

type LinkStartValue = Omit<ShareWish, 'rules'>;

interface LinkStartProps {
  readonly value: LinkStartValue;
  readonly onChange: (value: LinkStartValue) => void;
}

/** Start options of the link. */
function LinkStartOptions({ value, onChange }: LinkStartProps) {
  const t = useTranslations('share.begin');
  const id = useId();
  const reason = useId();
  const isMoment = hasMoment();
  return (
    <fieldset className={styles.group}>
      <legend>{t('title')}</legend>
      <label className={styles.option}>
        <Checkbox
          isOn={value.hasMoment}
          isDisabled={!isMoment}
          describedBy={isMoment ? undefined : reason}
          onChange={(hasMoment) => onChange({ ...value, hasMoment })}
        />
        {t('moment')}
      </label>
      {!isMoment && (
        <p id={reason} className={styles.note}>
          {t('noMoment')}
        </p>
      )}
      <label className={styles.option}>
        <Checkbox
          isOn={value.isPresenting}
          onChange={(isPresenting) => onChange({ ...value, isPresenting })}
        />
        {t('presenting')}
      </label>
      <div className={styles.option}>
        <label htmlFor={id}>{t('language')}</label>
        <Select
          id={id}
          value={value.lang ?? ''}
          options={[
            { id: '', title: t('own') },
            ...LANGUAGES.map((id) => ({ id, title: factsOf(id).name, lang: id })),
          ]}
          onChoose={(lang) => onChange({ ...value, lang: lang || undefined })}
        />
      </div>
    </fieldset>
  );
}

const close = () => ui.setState({ dialog: undefined });

/**
 * The link of the current state, copied or as a QR code; on request also restricted for a class, or embedded in
 * another page.
 */
export function ShareDialog() {
  const t = useTranslations('share');
  const app = useTranslations('app');
  const isLab = isLabShared();
  const [isForClass, setIsForClass] = useState(false);
  const [beginning, setBeginning] = useState<LinkStartValue>(() => ({
    hasMoment: isMomentThere(),
    lang: undefined,
    isPresenting: false,
  }));
  const [choices, setChoices] = useState<Choices>(presentChoices);
  const options = useMemo(() => ({ ...beginning, rules: rulesOf(choices) }), [beginning, choices]);
  const { address, code } = useTexts(options, `${app('name')}: ${app('tagline')}`);
  if (address === undefined || code === undefined) return null;
  const isTooLong = address.length > LONGEST_ADDRESS;
  return (
    <Modal title={t('title')} intro={t(isLab ? 'intro' : 'introPage')} onClose={close} isWide={isForClass}>
      <div className={isForClass ? styles.columns : undefined}>
        <div className={styles.column}>
          <CopyField label={t('link')} text={address} copy={t('copy')} copied={t('copied')} isFirst />
          <p className={styles.note} data-wrong={isTooLong}>
            {t(isTooLong ? 'tooLong' : 'length', { length: address.length, most: LONGEST_ADDRESS })}
          </p>
          {isOnThisMachine() && <p className={styles.note}>{t('local')}</p>}
          {!isTooLong && (
            <div>
              <QrCode className={styles.code} text={address} label={t('code')} />
            </div>
          )}
          {isLab && (
            <Button aria-expanded={isForClass} onClick={() => setIsForClass(!isForClass)}>
              {t('forClass')} <Icon name="chevron" />
            </Button>
          )}
        </div>
        {isForClass && (
          <div className={styles.column}>
            <LinkStartOptions value={beginning} onChange={setBeginning} />
            <AccessTable choices={choices} onChange={setChoices} />
            <section className={styles.group} aria-labelledby="share-embed">
              <h3 id="share-embed">{t('embed.title')}</h3>
              <p className={styles.note}>{t('embed.intro')}</p>
              <CopyField
                label={t('embed.label')}
                text={code}
                copy={t('embed.copy')}
                copied={t('embed.copied')}
              />
            </section>
          </div>
        )}
      </div>
    </Modal>
  );
}

/** The address and the embed code of the options; the old ones until they are ready. */
function useTexts(options: ShareWish, title: string): { address?: string; code?: string } {
  const [texts, setTexts] = useState<{ address?: string; code?: string }>({});
  useEffect(() => {
    let isWanted = true;
    Promise.all([sharedAddress(options), embedCode(options, title)]).then(
      ([address, code]) => isWanted && setTexts({ address, code }),
    );
    return () => {
      isWanted = false;
    };
  }, [options, title]);
  return texts;
}
