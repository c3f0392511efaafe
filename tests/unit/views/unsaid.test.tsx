// @vitest-environment happy-dom
/** Where not even the sentences of problems can be loaded, a problem still says what to do. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { ProblemList } from '../../../src/views/shared/ProblemList.tsx';
import { Texts } from '../../../src/views/shared/texts.tsx';
import '../../support/patience.ts';

vi.mock('../../../src/i18n/sentences.ts', () => ({
  loadSentences: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

afterEach(cleanup);

it.each([
  ['en', /reload the page once there is a network/],
  ['zh-CN', /网络恢复后请刷新页面/],
] as const)('in %s', async (language, advice) => {
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <ProblemList problems={[{ code: 'PAGE-01', path: '' }]} />
    </Texts>,
  );
  expect(screen.getByText('PAGE-01')).toBeDefined();
  expect(await screen.findByText(advice)).toBeDefined();
});
