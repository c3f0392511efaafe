import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/ui-state.ts';
import { presentLanguage } from '../appearance/appearance.ts';
import { presentHash } from '../link/link.ts';

/** Beside the page; the build makes it (`.ci/one-file.mjs`). */
const FILE = 'standalone.html';
/** Where in it is said what it shows first. */
const START = '<!-- start -->';

/** What the file opens with, unless its address says otherwise; in the language of whoever saves it. */
export function withStart(html: string, hash: string, language: string): string {
  const [path = '', query = ''] = hash.split(/\?(.*)/s);
  const start = new URLSearchParams(query).has('lang')
    ? hash
    : `${path}?${query === '' ? '' : `${query}&`}lang=${language}`;
  // Nothing in a link may end the script.
  const text = JSON.stringify(start).replaceAll('<', '\\u003c');
  return html.replace(START, () => `<script>location.hash || location.replace(${text})</script>`);
}

/** Saves the file; false when it cannot be had. @param hash what it shows first */
export async function saveStandalone(hash: string, name: string): Promise<boolean> {
  try {
    const answer = await fetch(FILE);
    const html = answer.ok ? await answer.text() : '';
    // A server may answer with its own page for what it does not have.
    if (!html.includes(START)) return false;
    saveText(`${name}.html`, withStart(html, hash, presentLanguage()), 'text/html');
    return true;
  } catch {
    return false;
  }
}

/** The same with what is on the stage. */
export const saveStage = async (): Promise<boolean> => saveStandalone(await presentHash(), 'roundtrip');

export interface SaveStandaloneProps {
  /** Saves it; false when it cannot be had. */
  readonly save: () => Promise<boolean>;
}

/** Takes the page along as one file that opens without a network. */
export function SaveStandalone({ save }: SaveStandaloneProps) {
  const t = useTranslations('export.standalone');
  const [isBusy, setIsBusy] = useState(false);
  const press = async () => {
    if (isBusy) return;
    setIsBusy(true);
    announce(t((await save()) ? 'saved' : 'failed'), { isVisible: true });
    setIsBusy(false);
  };
  return (
    <Button aria-disabled={isBusy} title={t('what')} onClick={press}>
      {t('label')}
    </Button>
  );
}
