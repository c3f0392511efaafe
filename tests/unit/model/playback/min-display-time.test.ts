import { expect, test } from 'vitest';
import { threadStates } from '../../../../src/model/engine/generated/abi.ts';
import { Recording } from '../../../../src/model/playback/recording.ts';
import { chunksOf, layoutOf, thread } from '../../../support/chunks.ts';

/** One caller: long idle, three short states in a row, then a long wait; cut in the middle of them. */
const spans = [
  thread(0, 'idle', 0, 100),
  thread(0, 'user', 100, 102),
  thread(0, 'kernel', 102, 105),
  thread(0, 'switch', 105, 106),
  thread(0, 'waitReply', 106, 290),
];

function shownAt(timeNs: number, dwellNs: number, cuts = [0, 300]) {
  const recording = new Recording(layoutOf({ callers: 1, connections: 1, endNs: 300 }));
  for (const chunk of chunksOf(spans, cuts)) recording.append(chunk);
  const frame = recording.createFrame();
  recording.frameAt(timeNs, frame, dwellNs);
  const { state, shown } = frame.threads;
  const name = (number: number | undefined) => threadStates[number ?? -1];
  return { state: name(state[0]), shown: name(shown.state[0]), isHeld: shown.isHeld[0] === 1 };
}

test.each([
  [50, { state: 'idle', shown: 'idle', isHeld: false }],
  // Short, and drawn longer than it lasts: marked from its begin on.
  [101, { state: 'user', shown: 'user', isHeld: true }],
  // In order: the next one takes over when it begins.
  [103, { state: 'kernel', shown: 'kernel', isHeld: true }],
  [105, { state: 'switch', shown: 'switch', isHeld: true }],
  // The last one stays until it could be seen, then the present state is there.
  [124, { state: 'waitReply', shown: 'switch', isHeld: true }],
  [125, { state: 'waitReply', shown: 'waitReply', isHeld: false }],
] as const)('at %i ns, with a dwell of 20 ns', (timeNs, expected) => {
  expect(shownAt(timeNs, 20)).toEqual(expected);
  for (const cut of [101, 104, 110])
    expect(shownAt(timeNs, 20, [0, cut, 300]), `cut ${cut}`).toEqual(expected);
});

test('without a dwell the time itself is shown', () => {
  expect(shownAt(110, 0)).toEqual({ state: 'waitReply', shown: 'waitReply', isHeld: false });
});
