// @vitest-environment happy-dom
/** The stage's legend tells of Go's own threads where they are drawn, and only there. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { Legend } from '../../../src/lab/stage-view/Legend.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import { layoutOf } from '../../support/chunks.ts';
import '../../support/patience.ts';

afterEach(cleanup);

it.each([
  ['sysmon', true],
  ['timer', false],
] as const)('with a thread of class %s', async (name, hasSysmon) => {
  const plain = layoutOf({ callers: 4, loops: 0, connections: 1, pooled: false });
  const layout = { ...plain, lanes: [...plain.lanes, { class: name, first: 0, count: 1 }] } as typeof plain;
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <Legend sides={['a']} runs={[layout]} theme="light" />
    </Texts>,
  );
  await screen.findByText('a request');
  expect(screen.queryByText(/sysmon is Go/) !== null).toBe(hasSysmon);
});

it.each([true, false])('says that Redis waits for its disk where it may: %s', async (waitsForDisk) => {
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <Legend sides={['a', 'b']} runs={[layoutOf({}), layoutOf({ waitsForDisk })]} theme="light" />
    </Texts>,
  );
  await screen.findByText('shorter than drawn');
  const words = waitsForDisk ? 'waiting for a reply (Redis: for its disk)' : 'waiting for a reply';
  expect(screen.queryByText(words)).not.toBeNull();
});
