import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WorkerClosed } from '../../src/lib/remote-worker.ts';
import { unifiedDiff } from '../../src/system/advice/rewrite/diff.ts';
import { NewestReading, type ReaderClient } from '../../src/system/reading/client.ts';
import { reader } from '../../src/system/reading/reading.ts';

/** A worker that answers when it is told to. */
function slowReader() {
  let isClosed = false;
  let answer: () => void = () => undefined;
  let refuse: (error: Error) => void = () => undefined;
  const client: ReaderClient = {
    ...reader,
    read: (...input) =>
      new Promise((resolve, reject) => {
        answer = () => void reader.read(...input).then(resolve);
        refuse = reject;
      }),
    close: () => {
      isClosed = true;
      refuse(new WorkerClosed('closed'));
    },
  };
  return { client, answer: () => answer(), isClosed: () => isClosed };
}

const pieceOf = (text: string) => [{ id: '0', name: '', text }];

describe('the newest reading', () => {
  it('gives up an earlier one that has not ended', async () => {
    const workers = [slowReader(), slowReader()];
    let started = 0;
    const newest = new NewestReading(() => workers[started++]?.client as ReaderClient);
    const earlier = newest.read(pieceOf('maxclients 100\n'), {}).catch((error: unknown) => error);
    const later = newest.read(pieceOf('maxclients 200\n'), {});
    expect(workers[0]?.isClosed()).toBe(true);
    expect(await earlier).toBeInstanceOf(WorkerClosed);
    workers[1]?.answer();
    expect((await later).observed.maxclients?.value).toBe(200);
    expect(workers[1]?.isClosed()).toBe(false);
  });

  it('keeps its worker for the next text', async () => {
    const worker = slowReader();
    let started = 0;
    const newest = new NewestReading(() => {
      started++;
      return worker.client;
    });
    for (const count of [100, 200]) {
      const reading = newest.read(pieceOf(`maxclients ${count}\n`), {});
      worker.answer();
      expect((await reading).observed.maxclients?.value).toBe(count);
    }
    expect(started).toBe(1);
  });
});

/** The text after a diff, from the text before it. */
function patched(before: string, diff: string): string {
  const lines = before.split('\n');
  let offset = 0;
  for (const hunk of diff.split(/^(?=@@ )/m).slice(1)) {
    const [head = '', ...body] = hunk.replace(/\n$/, '').split('\n');
    const [, from = '', count = ''] = /^@@ -(\d+),(\d+) /.exec(head) ?? [];
    const after = body.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
    lines.splice(Number(from) - 1 + offset, Number(count), ...after);
    offset += after.length - Number(count);
  }
  return lines.join('\n');
}

describe('the diff', () => {
  it('turns one text into the other', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
      .map((all) => all.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const [old, own] = [`${before}\n`, `${after}\n`];
        expect(patched(old, unifiedDiff(old, own, 'x'))).toBe(own);
      }),
    );
  });

  it('is quick for two changes far from each other', () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `line ${index}`);
    const diff = unifiedDiff(lines.join('\n'), lines.with(3, 'x').with(39_990, 'y').join('\n'), 'x');
    expect(diff.split('\n').filter((line) => /^[-+][^-+]/.test(line))).toHaveLength(4);
  });
});
