import { type ReactNode, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { copyText } from '../../lab/link/link.ts';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { FileButton, JSON_FILES } from '../../ui/FileButton.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { ProblemList } from '../../ui/ProblemList.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { announce } from '../../ui/ui-state.ts';
import { useStore } from '../../ui/use-store.ts';
import { AnswerKeys } from '../practice/AnswerKeys.tsx';
import styles from './ClassPage.module.css';
import { ClassResults } from './ClassResults.tsx';
import {
  beginClass,
  collect,
  collectFiles,
  collectLinks,
  importRoster,
  leaveClass,
  linksCsv,
  openClassFile,
  restoreResults,
  sharedLink,
} from './class.ts';
import { classState } from './class-state.ts';
import { type Classroom, classText, MAX_NAME } from './classroom.ts';

const CSV_FILES = '.csv,.txt,text/csv,text/plain';

/** A class without a platform: its key and list, the students' results, what the class has misunderstood. */
export function ClassPage() {
  const t = useTranslations('class');
  const { classroom, problems } = useStore(classState);
  usePageTitle(t('title'));
  useEffect(() => {
    void (async () => {
      await restoreResults();
      const { hash } = location;
      if (!hash.includes('results=')) return;
      history.replaceState(history.state, '', '#/teach/class');
      await collect([{ source: t('link', { number: 1 }), text: hash }]);
    })();
  }, [t]);
  return (
    <div className={styles.page}>
      <div className={styles.column}>
        <header className={styles.header}>
          <Link href="/teach">{t('back')}</Link>
          <h1>{t('title')}</h1>
          <p>{t('intro')}</p>
        </header>
        <ProblemList problems={problems} takesFocus />
        {classroom ? <Open classroom={classroom} /> : <NewClass />}
      </div>
    </div>
  );
}

interface PartProps {
  readonly name: 'new' | 'list' | 'collect';
  readonly children: ReactNode;
}

function Part({ name, children }: PartProps) {
  const t = useTranslations('class');
  return (
    <section className={styles.section} aria-labelledby={`class-${name}`}>
      <h2 id={`class-${name}`}>{t(`${name}.title`)}</h2>
      <p className={styles.note}>{t(`${name}.intro`)}</p>
      {children}
    </section>
  );
}

function NewClass() {
  const t = useTranslations('class.new');
  const [title, setTitle] = useState('');
  return (
    <Part name="new">
      <form
        className={styles.actions}
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== '') beginClass(title);
        }}
      >
        <label>
          <span>{t('name')}</span>{' '}
          <input
            type="text"
            required
            maxLength={MAX_NAME}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
        </label>
        <Button variant="strong" type="submit">
          {t('create')}
        </Button>
        <FileButton label={t('open')} accept={JSON_FILES} onFiles={([file]) => void openClassFile(file)} />
      </form>
    </Part>
  );
}

function Open({ classroom }: { readonly classroom: Classroom }) {
  return (
    <>
      <ClassList classroom={classroom} />
      <Collect />
      <ClassResults classroom={classroom} />
      <AnswerKeys classroom={classroom} />
    </>
  );
}

/** The class, its list of students, and their links. */
function ClassList({ classroom }: { readonly classroom: Classroom }) {
  const t = useTranslations('class.list');
  const { title, roster } = classroom;
  const [hasList, setHasList] = useState(false);
  const signing = async (action: () => Promise<void>) => {
    await action().catch(() => announce(t('noSigning'), { isVisible: true }));
  };
  const copy = () =>
    signing(async () => {
      const isCopied = await copyText(await sharedLink(classroom));
      announce(t(isCopied ? 'copied' : 'refused'), { isVisible: true });
    });
  const save = () =>
    signing(async () => saveText('roundtrip-links.csv', await linksCsv(classroom), 'text/csv'));
  return (
    <Part name="list">
      <p>
        <b>{title}</b> · {t('students', { count: roster.length })}
      </p>
      <p className={styles.actions}>
        <FileButton label={t('import')} accept={CSV_FILES} onFiles={([file]) => void importRoster(file)} />
        {roster.length > 0 && (
          <>
            <Button aria-expanded={hasList} onClick={() => setHasList(!hasList)}>
              {t('show')}
            </Button>
            <Button onClick={() => void save()}>{t('links')}</Button>
          </>
        )}
        <Button onClick={() => void copy()}>{t('shared')}</Button>
        <Button onClick={() => saveText('roundtrip-class.json', classText(classroom), 'application/json')}>
          {t('save')}
        </Button>
        <Button variant="quiet" onClick={leaveClass}>
          {t('leave')}
        </Button>
      </p>
      {hasList && (
        <ol className={styles.roster}>
          {roster.map((student) => (
            <li key={student.id}>
              {student.name} {student.id !== student.name && <small>{student.id}</small>}
            </li>
          ))}
        </ol>
      )}
      <details>
        <summary>{t('trust.title')}</summary>
        <ul className={styles.trust}>
          {(['own', 'shared', 'self', 'check'] as const).map((name) => (
            <li key={name}>{t(`trust.${name}`)}</li>
          ))}
        </ul>
      </details>
    </Part>
  );
}

/** Files and links from students. */
function Collect() {
  const t = useTranslations('class');
  const [text, setText] = useState('');
  const say = async (taken: Promise<number>) =>
    announce(t('collect.taken', { count: await taken }), { isVisible: true });
  const choose = (files: readonly File[]) => void say(collectFiles(files));
  return (
    <Part name="collect">
      <FileDrop label={t('collect.drop')} onFiles={choose}>
        <p>{t('collect.drop')}</p>
        <p className={styles.actions}>
          <FileButton label={t('collect.choose')} accept={JSON_FILES} isMany onFiles={choose} />
        </p>
      </FileDrop>
      <form
        className={styles.paste}
        onSubmit={(event) => {
          event.preventDefault();
          void say(collectLinks(text, (number) => t('link', { number })));
          setText('');
        }}
      >
        <label>
          <span>{t('collect.links')}</span>
          <textarea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <p>
          <Button type="submit">{t('collect.take')}</Button>
        </p>
      </form>
    </Part>
  );
}
