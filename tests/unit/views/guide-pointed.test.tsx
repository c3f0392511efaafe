// @vitest-environment happy-dom
/** While things are explained, the legend and the tabs explain themselves to a mouse, a finger and the keyboard. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import en from '../../../src/i18n/en/guide.json';
import zh from '../../../src/i18n/zh-CN/guide.json';
import { LegendWords, PointedCard } from '../../../src/lab/guide/LegendCard.tsx';
import { LEGEND_NAMES, pointedAt, usePointed } from '../../../src/lab/guide/pointed.ts';
import { Legend } from '../../../src/lab/stage-view/Legend.tsx';
import { PANELS } from '../../../src/model/scenario/panels.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { layoutOf } from '../../support/chunks.ts';
import '../../support/patience.ts';

afterEach(cleanup);

const runs = [layoutOf({ endNs: 1e6 })];
const stage = {};
const other = {};

function Guide({ chosen }: { readonly chosen: object }) {
  const pointed = usePointed(chosen);
  return (
    <>
      {pointed && <PointedCard pointed={pointed} runs={runs} />}
      <LegendWords runs={runs} />
    </>
  );
}

async function show(chosen: object) {
  const catalogue = await loadCatalogue('en');
  return (
    <Texts language="en" catalogue={catalogue}>
      <Legend sides={['a']} runs={runs} theme="light" />
      <section id="results">
        <button type="button" role="tab" id=":r1:why">
          Why?
        </button>
        <button type="button">Full height</button>
      </section>
      <Guide chosen={chosen} />
    </Texts>
  );
}

describe('what is pointed at beside the stage', () => {
  it('is explained until something else is, or a part of the stage is chosen', async () => {
    const { rerender } = render(await show(stage));
    const list = await screen.findByRole('list', { name: 'Thread states' });
    await screen.findByText(en.letters);
    const entry = list.querySelector('[data-look=kernel] svg');
    if (!entry) throw new Error('the legend has no kernel');
    // The page listens a moment after its words are there.
    await waitFor(() => {
      fireEvent.pointerOver(entry);
      screen.getByRole('status');
    });
    expect(screen.getByRole('status').textContent).toBe(`K – in the kernel${en.looks.kernel}`);
    fireEvent.pointerOver(screen.getByRole('button', { name: 'Full height' }));
    expect(screen.getByRole('status').textContent).toContain(en.looks.kernel);
    act(() => screen.getByRole('tab').focus());
    expect(screen.getByRole('status').textContent).toBe(`Why?${en.panels.why}`);
    rerender(await show(other));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('is every entry of the legend, and each has its words for whom there is nothing to point with', async () => {
    render(await show(stage));
    await screen.findByText(en.letters);
    const entries = [...document.querySelectorAll('[aria-label="Thread states"] > li')];
    expect(entries.map((entry) => pointedAt(entry)?.kind)).toEqual(entries.map(() => 'looks'));
    // Parts of batches are in the list whether or not the run has some.
    expect(document.querySelectorAll('dt')).toHaveLength(entries.length + 1);
  });

  it('has a sentence in both languages', () => {
    for (const { looks, panels } of [en, zh]) {
      expect(Object.keys(looks).sort()).toEqual([...LEGEND_NAMES].sort());
      expect(Object.keys(panels).sort()).toEqual([...PANELS].sort());
    }
  });
});
