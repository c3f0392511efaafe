import { type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { standalonePage } from '../../lab/export/SaveStandalone.tsx';
import { saveBlob } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { announce } from '../../ui/ui-state.ts';
import { FORMAT_NAMES, FORMATS, type Format } from './formats.ts';
import type { PackedLesson } from './package.ts';
import styles from './SavePackage.module.css';

export interface SavePackageProps {
  /** Title of the package. */
  readonly title: string;
  readonly description: string;
  /** Part of the file's name. */
  readonly name: string;
  /** Language of the package's own texts. */
  readonly language: string;
  /** The lessons in it; called on a press. */
  readonly lessons: () => Promise<readonly PackedLesson[]>;
  /** Fields in front of the format. */
  readonly children?: ReactNode;
}

/** Saves lessons as a package for a learning platform. */
export function SavePackage({ title, description, name, language, lessons, children }: SavePackageProps) {
  const t = useTranslations('teach.package');
  const names = useId();
  const [format, setFormat] = useState<Format>('scorm2004');
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    if (isBusy) return;
    setIsBusy(true);
    announce(t((await saved()) ? 'saved' : 'failed'), { isVisible: true });
    setIsBusy(false);
  };
  return (
    <div className={styles.form}>
      {children}
      <div>
        <label htmlFor={names}>{t('format')}</label>
        <Select
          id={names}
          value={format}
          options={FORMATS.map((id) => ({ id: id as string, title: FORMAT_NAMES[id] }))}
          onChoose={(id) => setFormat(id as Format)}
        />
      </div>
      <Button aria-disabled={isBusy} onClick={() => void save()}>
        {t('save')}
      </Button>
    </div>
  );

  async function saved(): Promise<boolean> {
    const page = await standalonePage();
    if (page === undefined) return false;
    const { packageName, zippedPackage } = await import('./package.ts');
    const content = { format, name, title, description, language, lessons: await lessons(), page };
    const bytes = zippedPackage(content);
    saveBlob(packageName(name, format), new Blob([bytes as BlobPart], { type: 'application/zip' }));
    return true;
  }
}
