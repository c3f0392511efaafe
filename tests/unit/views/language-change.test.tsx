// @vitest-environment happy-dom
/** The page gets the words of another language without being begun anew. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import en from '../../../src/i18n/en/guide.json';
import zh from '../../../src/i18n/zh-CN/guide.json';
import type { Language } from '../../../src/lib/languages.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import '../../support/patience.ts';

afterEach(cleanup);

/** What somebody has done in a part that is kept nowhere else. */
function Begun() {
  const t = useTranslations('guide');
  const [presses, setPresses] = useState(0);
  return (
    <button type="button" onClick={() => setPresses(presses + 1)}>
      {t('letters')} {presses}
    </button>
  );
}

const inLanguage = async (language: Language) => (
  <Texts language={language} catalogue={await loadCatalogue(language)}>
    <Begun />
  </Texts>
);

it('keeps what was begun in it when the language changes', async () => {
  const { rerender } = render(await inLanguage('en'));
  const button = await screen.findByRole('button', { name: `${en.letters} 0` });
  fireEvent.click(button);
  rerender(await inLanguage('zh-CN'));
  expect(await screen.findByRole('button', { name: `${zh.letters} 1` })).toBe(button);
});
