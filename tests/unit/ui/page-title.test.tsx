// @vitest-environment happy-dom
/** The name of the tab: of the page shown, else of the product, in the language of the page. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { usePageTitle, useProductTitle } from '../../../src/ui/page-title.ts';

afterEach(cleanup);

function Page({ title }: { readonly title: string }) {
  usePageTitle(title);
  return null;
}

function App({ name, page }: { readonly name: string; readonly page?: string }) {
  useProductTitle(name);
  return page === undefined ? null : <Page title={page} />;
}

it('is that of the page, which a change of the language keeps, and of the product afterwards', () => {
  const { rerender } = render(<App name="Roundtrip · laboratory" page="Glossary" />);
  expect(document.title).toBe('Glossary · Roundtrip');
  // A name that is the same in both languages stays, too.
  rerender(<App name="Roundtrip · 实验室" page="Glossary" />);
  expect(document.title).toBe('Glossary · Roundtrip');
  rerender(<App name="Roundtrip · 实验室" page="术语表" />);
  expect(document.title).toBe('术语表 · Roundtrip');
  rerender(<App name="Roundtrip · 实验室" />);
  expect(document.title).toBe('Roundtrip · 实验室');
});
