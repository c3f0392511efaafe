import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { QrCode } from '../../lab/export/QrCode.tsx';
import { isOnThisMachine, LONGEST_ADDRESS } from '../../lab/link/share.ts';
import { readFile } from '../../lab/settings/file.ts';
import { CopyField } from '../../lab/share/CopyField.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileButton, LESSON_FILES } from '../../ui/FileButton.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Select } from '../../ui/Select.tsx';
import { useWords } from '../../ui/texts.tsx';
import { announce } from '../../ui/ui-state.ts';
import { useLessonGoal, useLessonTitle } from '../lesson/lesson-words.ts';
import { LESSONS } from '../lessons/course.ts';
import { readOwnLesson } from '../lessons/custom-lesson.ts';
import { SavePackage } from '../platform/SavePackage.tsx';
import {
  courseLessonText,
  LONGEST_LESSON_ADDRESS,
  lessonHash,
  lessonTemplate,
  ownLessonAddress,
  saveLesson,
} from './custom-lesson.ts';
import { replaceDraft } from './custom-lesson-draft.ts';
import styles from './Write.module.css';

/** Opens a file as the text; the current draft can be restored. */
export async function takeFile(file: File, refusal: string): Promise<void> {
  const text = await readFile(file);
  if (typeof text === 'string' && text.trim() !== '') replaceDraft(text);
  else announce(refusal, { isVisible: true });
}

interface BeginningsProps {
  readonly onText: (text: string) => void;
}

/** Starting points: the template, or a lesson of the course. */
export function Beginnings({ onText }: BeginningsProps) {
  const t = useTranslations('write.begin');
  const { language } = useWords();
  const title = useLessonTitle();
  const goal = useLessonGoal();
  const take = async (text: Promise<string>) => onText(await text);
  return (
    <p className={styles.actions}>
      <Button onClick={() => onText(lessonTemplate(language))}>{t('template')}</Button>
      <Select
        label={t('ours')}
        value=""
        placeholder={t('ours')}
        options={LESSONS.map(({ id, number }) => ({ id, title: `${number}. ${title(id)}` }))}
        onChoose={(id) => void take(courseLessonText(id, language, title(id), goal(id)))}
      />
    </p>
  );
}

interface ToolbarProps {
  readonly text: string;
  readonly title: string | undefined;
  readonly hasFaults: boolean;
}

/** Import and export of the text. */
export function Toolbar({ text, title, hasFaults }: ToolbarProps) {
  const t = useTranslations('write');
  const [isSharing, setIsSharing] = useState(false);
  const isEmpty = text.trim() === '';
  const learn = async () => {
    location.hash = await lessonHash(text);
  };
  return (
    <div className={styles.toolbar}>
      {!isEmpty && <Beginnings onText={replaceDraft} />}
      <p className={styles.actions}>
        <FileButton
          label={t('open')}
          accept={LESSON_FILES}
          onFiles={([file]) => void takeFile(file, t('notText'))}
        />
        {!isEmpty && (
          <>
            <Button onClick={() => saveLesson(text, title)}>{t('save')}</Button>
            <Button onClick={() => setIsSharing(true)}>{t('share.open')}</Button>
            <Button onClick={() => void learn()}>{t('learn')}</Button>
          </>
        )}
      </p>
      {isSharing && <ShareLesson text={text} hasFaults={hasFaults} onClose={() => setIsSharing(false)} />}
    </div>
  );
}

interface ShareLessonProps {
  readonly text: string;
  readonly hasFaults: boolean;
  readonly onClose: () => void;
}

/** The lesson as a link, if it is short enough. */
function ShareLesson({ text, hasFaults, onClose }: ShareLessonProps) {
  const t = useTranslations('write.share');
  const words = useWords();
  const share = useTranslations('share');
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    ownLessonAddress(text).then((made) => isWanted && setAddress(made));
    return () => {
      isWanted = false;
    };
  }, [text]);
  const own = useMemo(() => readOwnLesson(text).own, [text]);
  if (address === undefined) return null;
  const isShort = address.length <= LONGEST_ADDRESS;
  const isLink = address.length <= LONGEST_LESSON_ADDRESS;
  const lengthClass = isShort ? 'short' : isLink ? 'long' : 'tooLong';
  return (
    <Modal title={t('title')} intro={t('intro')} onClose={onClose}>
      <div className={styles.share}>
        {hasFaults && <p className={styles.wrong}>{t('faults')}</p>}
        <p className={styles.note}>{t(lengthClass, { length: words.number(address.length) })}</p>
        {isLink && (
          <CopyField label={t('link')} text={address} copy={t('copy')} copied={t('copied')} isFirst />
        )}
        {isOnThisMachine() && <p className={styles.note}>{share('local')}</p>}
        {own && (
          <>
            <p className={styles.note}>{t('package')}</p>
            <SavePackage
              title={own.title}
              description={own.goal}
              name="own"
              language={own.language}
              lessons={async () => [
                {
                  id: 'own',
                  title: own.title,
                  goal: own.goal,
                  hash: await lessonHash(text),
                  language: own.language,
                },
              ]}
            />
          </>
        )}
        {isShort && <QrCode className={styles.code} text={address} label={t('code')} />}
      </div>
    </Modal>
  );
}
