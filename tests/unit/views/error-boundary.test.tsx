// @vitest-environment happy-dom
/** A part of the page that fails to draw says so in its place, in the reader's language; the rest goes on. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { ErrorBoundary } from '../../../src/ui/ErrorBoundary.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import '../../support/patience.ts';

afterEach(cleanup);

function Broken(): never {
  throw new Error('the chart has no points');
}

it.each(LANGUAGES)('in %s', async (language) => {
  // React tells the console of it as well.
  const told = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
      <ErrorBoundary>
        <p>The rest</p>
      </ErrorBoundary>
    </Texts>,
  );
  expect(await screen.findByText('PAGE-01')).toBeDefined();
  expect(screen.getByText('the chart has no points')).toBeDefined();
  expect(screen.getByRole('button', { name: /PAGE-01/ })).toBeDefined();
  expect(screen.getAllByRole('button')).toHaveLength(2);
  expect(screen.getByText('The rest')).toBeDefined();
  told.mockRestore();
});
