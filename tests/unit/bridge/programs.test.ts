import { expect, it } from 'vitest';
import type { ProgramState } from '../../../src/bridge/protocol.ts';
import { usableLibraries } from '../../../src/bridge/server/drivers/programs.ts';

const java = (built: (string | null)[], isUsable = false): ProgramState => ({
  program: 'java',
  tools: [{ name: 'java', version: isUsable ? '21' : null, isUsable }],
  built,
});

it('a library is usable with its tools, or with a build of one of its own releases', () => {
  expect(usableLibraries([java([])])).toEqual([]);
  expect(usableLibraries([java([], true)])).toEqual(['jedis', 'lettuce']);
  expect(usableLibraries([java([null])])).toEqual(['jedis', 'lettuce']);
  // The program with Jedis 6 is no release of Lettuce.
  expect(usableLibraries([java(['jedis6'])])).toEqual(['jedis']);
  expect(usableLibraries([java(['lettuce6'])])).toEqual(['lettuce']);
});
