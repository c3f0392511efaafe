/** Caches with a limit in bytes: entries in the scenario, bytes in the text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getAt } from '../../src/model/scenario/patch.ts';
import { changedPieces } from '../../src/system/advice/changed.ts';
import { assemble } from '../../src/system/assemble.ts';
import { bytesFor, keyBytesOf } from '../../src/system/cache-bytes.ts';
import type { Subject } from '../../src/system/diagnosis/finding.ts';
import { changeText, optionsOf } from '../../src/system/diagnosis/options.ts';
import { read } from '../../src/system/readers/read.ts';
import { normalize } from './engine.ts';

const KEYS = 'client.clientSideCaching.maxKeys';

async function subjectOf(text: string, answers = {}): Promise<Subject> {
  const reading = read([{ id: '0', name: 'cache.go', text }], answers);
  const assembled = await assemble(reading, answers, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  return { reading, ...assembled };
}

const code = (size: string) =>
  [
    'client, err := rueidis.NewClient(rueidis.ClientOption{',
    '\tInitAddress:       []string{"cache:6379"},',
    '\tPipelineMultiplex: 1,',
    ...(size === '' ? [] : [`\tCacheSizeEachConn: ${size},`]),
    '})',
    'client.DoCache(ctx, client.B().Get().Key("k").Cache(), time.Minute)\n',
  ].join('\n');

/** The literal of the size in a changed text. */
const sizeIn = (text = '') => /CacheSizeEachConn: (.*),$/m.exec(text)?.[1];

describe('an entry', () => {
  it.each([
    [35, 15],
    [28, 9],
    [19, 1],
    [1, 1],
    [122, 101],
    [119, 99],
  ])('of a GET of %i bytes has a key of %i', (request, key) => {
    expect(keyBytesOf(request)).toBe(key);
  });

  it('is as large as GET with its key says, for any key', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (length) => {
        const request = `*2\r\n$3\r\nGET\r\n$${length}\r\n${'k'.repeat(length)}\r\n`.length;
        expect(keyBytesOf(request)).toBe(length);
      }),
    );
  });

  it('with a longer key leaves room for fewer', async () => {
    const request = { 'workload.command.requestBytes': 120 };
    const { scenario, settings } = await subjectOf(code('8 << 20'), request);
    // 376 B of rueidis, GET twice, a key of 99 B twice, and 5 B of +OK.
    const entry = 376 + 2 * (3 + keyBytesOf(120)) + 5;
    expect(getAt(scenario, KEYS)).toBe(2 * Math.floor(2 ** 23 / entry));
    expect(settings.find(({ path }) => path === KEYS)?.cache).toEqual({
      ...{ bytes: 2 ** 23, entryBytes: entry, keyBytes: keyBytesOf(120), caches: 2 },
    });
  });
});

describe('an advised number of entries', () => {
  it.each([
    ['8 * (1 << 20)', 200_000, '40 * (1 << 20)'],
    ['8 * 1024 * 1024', 200_000, '40 * 1024 * 1024'],
    ['1 << 27', 200_000, '40 << 20'],
    ['8388608', 200_000, String(40 * 2 ** 20)],
    // No whole number of mebibytes is near.
    ['8 * (1 << 20)', 1000, String(204 * 2 ** 10)],
    ['', 200_000, String(40 * 2 ** 20)],
  ])('is written as bytes in the notation %j: %i', async (size, entries, expected) => {
    const subject = await subjectOf(code(size));
    const { pieces, byHand } = changedPieces(subject, { [KEYS]: entries });
    expect(byHand).toEqual([]);
    expect(sizeIn(pieces[0]?.text)).toBe(expected);
  });

  it('has room in what is written, and no more than a hundredth above it', async () => {
    const cache = { bytes: 0, keyBytes: 15, entryBytes: 417, caches: 4 };
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (entries) => {
        const kept = Math.floor(bytesFor(entries, cache) / cache.entryBytes) * cache.caches;
        expect(kept).toBeGreaterThanOrEqual(entries);
        expect(kept).toBeLessThanOrEqual(entries * 1.01 + cache.caches);
      }),
    );
  });

  it('is told in bytes, for as many connections as there will be', async () => {
    const subject = await subjectOf(code('8 << 20'));
    expect(optionsOf(subject, { [KEYS]: 200_000 }).map(changeText)).toEqual([
      'CacheSizeEachConn: 8 MiB → 40 MiB',
    ]);
    const both = { [KEYS]: 200_000, 'client.connections.count': 4 };
    const [size] = optionsOf(subject, both).map(changeText);
    expect(size).toBe('CacheSizeEachConn: 8 MiB → 20 MiB');
    expect(sizeIn(changedPieces(subject, both).pieces[0]?.text)).toBe('20 << 20');
  });
});

it('keeps as many entries where the number of connections changes', async () => {
  const subject = await subjectOf(code('8 << 20'));
  const [changed] = changedPieces(subject, { 'client.connections.count': 8 }).pieces;
  expect(changed?.text).toContain('PipelineMultiplex: 3,');
  expect(sizeIn(changed?.text)).toBe('2 << 20');
});
