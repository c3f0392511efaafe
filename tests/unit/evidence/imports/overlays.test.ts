/** Files of other tools that are chosen or dropped: what is not even read. */
import { expect, it } from 'vitest';
import { addFiles } from '../../../../src/evidence/imports/overlays.ts';
import { overlays } from '../../../../src/evidence/imports/overlays-state.ts';
import { MAX_BYTES } from '../../../../src/evidence/imports/read.ts';

it('leaves out a file that is too large without reading it, and takes the others', async () => {
  const huge = new File([], 'huge.json');
  Object.defineProperty(huge, 'size', { value: MAX_BYTES + 1 });
  Object.defineProperty(huge, 'arrayBuffer', { value: () => Promise.reject(new Error('read')) });
  const lost = new File([], 'lost.json');
  Object.defineProperty(lost, 'arrayBuffer', { value: () => Promise.reject(new Error('gone')) });
  expect(await addFiles([huge, lost])).toEqual([]);
  expect(overlays.getState().refused).toEqual([
    {
      source: 'huge.json',
      problem: { code: 'IMP-04', path: '', value: String(MAX_BYTES + 1), max: MAX_BYTES },
    },
    { source: 'lost.json', problem: { code: 'FILE-01', path: '' } },
  ]);
});
