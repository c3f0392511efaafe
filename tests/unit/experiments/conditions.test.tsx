// @vitest-environment happy-dom
/** Fixed conditions of an experiment: also settings of events and of other clients. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Conditions } from '../../../src/experiments/Conditions.tsx';
import { addCondition } from '../../../src/experiments/conditions.ts';
import { plannedPoints } from '../../../src/experiments/sweep.ts';
import { defineSweep } from '../../../src/experiments/sweep-definition.ts';
import { sweeps } from '../../../src/experiments/sweep-state.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import type { Field } from '../../../src/model/scenario/fields.ts';
import { presetById } from '../../../src/model/scenario/library.ts';
import { anyField } from '../../../src/model/scenario/list-fields.ts';
import { getAt } from '../../../src/model/scenario/patch.ts';
import type { Sweep } from '../../../src/model/sweep/definition.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { inProcessEngine } from '../../support/in-process.ts';
import '../../support/patience.ts';

beforeEach(() => setSpawn(inProcessEngine));
afterEach(cleanup);

const definition = () => sweeps.getState().definition as Sweep;

it.each([
  ['retry-storm', 'events.0.atMs', 'en', /, event 1/],
  ['retry-storm', 'events.0.atMs', 'zh-CN', /事件 1/],
  ['beside-batch', 'neighbours.0.client.cores', 'en', /, other client 1/],
] as const)(
  '%s: %s begins with its value and can be changed, in %s',
  async (preset, path, language, name) => {
    defineSweep({
      series: [{ name: 'system', preset }],
      axes: [{ paths: ['network.rttUs'], values: [100, 500] }],
    });
    await addCondition(anyField(path) as Field);
    const value = definition().set[path];
    expect(value).toBe(getAt(presetById(preset)?.scenario, path));
    render(
      <Texts language={language} catalogue={await loadCatalogue(language)}>
        <Conditions definition={definition()} />
      </Texts>,
    );
    const input = await screen.findByRole('textbox', { name });
    expect((input as HTMLInputElement).value.replaceAll(',', '')).toBe(String(value));
  },
);

it('a changed condition reaches every run', async () => {
  defineSweep({
    series: [{ name: 'system', preset: 'retry-storm' }],
    axes: [{ paths: ['network.rttUs'], values: [100, 500] }],
    set: { 'events.0.atMs': 77 },
  });
  const points = await plannedPoints(definition());
  expect(points.map(({ scenario }) => scenario && getAt(scenario, 'events.0.atMs'))).toEqual([77, 77]);
});
