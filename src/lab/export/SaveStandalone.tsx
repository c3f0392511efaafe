import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { saveText } from '../../lib/download.ts';
import { Button } from '../../ui/Button.tsx';
import { announce } from '../../ui/ui-state.ts';
import { presentLanguage } from '../appearance/appearance.ts';
import { presentHash } from '../link/link.ts';

/** File next to the page; the build makes it (`.ci/one-file.mjs`). */
const FILE = 'standalone.html';
/** Placeholder of the start state in the file. */
const START = '<!-- start -->';

/** Inserts the start state and the reader's language into the file. An address of its own overrides both. */
export function withStart(html: string, hash: string, language: string): string {
  const [path = '', query = ''] = hash.split(/\?(.*)/s);
  const start = new URLSearchParams(query).has('lang')
    ? hash
    : `${path}?${query === '' ? '' : `${query}&`}lang=${language}`;
  // No text of a link may close the script element.
  const text = JSON.stringify(start).replaceAll('<', '\\u003c');
  return html.replace(START, () => `<script>location.hash || location.replace(${text})</script>`);
}

/**
 * Saves the standalone file; false when the download fails.
 * @param hash the link it opens with
 */
export async function saveStandalone(hash: string, name: string): Promise<boolean> {
  const html = await standalonePage();
  if (html === undefined) return false;
  saveText(`${name}.html`, withStart(html, hash, presentLanguage()), 'text/html');
  return true;
}

/** The standalone file; undefined when it cannot be downloaded. */
export async function standalonePage(): Promise<string | undefined> {
  try {
    const answer = await fetch(FILE);
    const html = answer.ok ? await answer.text() : '';
    // A server may return its own error page with status 200.
    return html.includes(START) ? html : undefined;
  } catch {
    return undefined;
  }
}

/** Saves the standalone file with the current state of the stage. */
export const saveStage = async (): Promise<boolean> => saveStandalone(await presentHash(), 'roundtrip');

export interface SaveStandaloneProps {
  /** Saves it; false when the download fails. */
  readonly save: () => Promise<boolean>;
}

/** Saves the page as one file that opens without a network. */
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
