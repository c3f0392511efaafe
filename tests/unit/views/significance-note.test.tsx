// @vitest-environment happy-dom
/** The note on significance below the charts of changes; none where no input is random. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { SignificanceNote } from '../../../src/lab/why/StackedChanges.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import '../../support/patience.ts';

afterEach(cleanup);

it.each([
  ['en', /^Nothing here is random: every seed gives the same run/, /^Every change is significant/],
  ['zh-CN', /^这里没有随机成分/, /^每项改动都显著/],
] as const)('in %s', async (language, exact, certain) => {
  const catalogue = await loadCatalogue(language);
  const told = (isExact: boolean) => (
    <Texts language={language} catalogue={catalogue}>
      <SignificanceNote
        quantity="throughput"
        changes={[{ id: 'rttZero', difference: -26, half: 0, isExact }]}
      />
    </Texts>
  );
  const { rerender } = render(told(true));
  expect(await screen.findByText(exact)).toBeDefined();
  rerender(told(false));
  expect(await screen.findByText(certain)).toBeDefined();
});
