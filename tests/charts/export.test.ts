// @vitest-environment happy-dom
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Table } from '../../src/charts/chart.ts';
import { textWidth } from '../../src/charts/chart.ts';
import { originOf, type Provenance, toCsv, toJson, toSvg, wrap } from '../../src/charts/export.ts';
import { svg } from '../../src/charts/svg.ts';
import { timeBreakdown } from '../../src/charts/time-breakdown.ts';
import { withText } from '../../src/lab/export/rasterise.ts';
import { paletteOf } from '../../src/lib/palette.ts';
import { qrOf } from '../../src/lib/qr.ts';
import type { Scenario } from '../../src/model/scenario/generated/scenario.ts';
import { presetById } from '../../src/model/scenario/library.ts';
import { summaryOf } from '../support/in-process.ts';
import { breakdownWords } from './data.ts';

const provenance: Provenance = {
  title: 'A <title>',
  caption: 'One sees this. And "that".',
  engineVersion: '9.9.9',
  link: 'http://localhost/#/lab?a=x&b=y',
  sides: [
    { id: 'a', scenario: { seed: 7, network: { rttUs: 250 } } as Scenario, fingerprint: '00ff' },
    { id: 'b', scenario: { seed: 7 } as Scenario, fingerprint: undefined },
  ],
};
const table: Table = {
  caption: 'numbers',
  columns: [
    { title: 'Phase, or so', unit: 'text' },
    { title: 'A', unit: 'ns' },
    { title: 'B', unit: 'share' },
  ],
  rows: [
    ['wire "out"', 1234.5, 0.25],
    ['#3', undefined, 1],
  ],
};

describe('a table as CSV', () => {
  const csv = toCsv(table, provenance);
  const lines = csv.split('\r\n');

  it('says first where it comes from', () => {
    const notes = lines.filter((line) => line.startsWith('# '));
    expect(notes).toEqual([
      '# A <title>',
      '# One sees this. And "that".',
      '# Roundtrip · 9.9.9 · seed 7 · A 00ff',
      '# scenario A: {"seed":7,"network":{"rttUs":250}}',
      '# scenario B: {"seed":7}',
      '# http://localhost/#/lab?a=x&b=y',
    ]);
  });

  it('says a title that is its caption too once', () => {
    const same = toCsv(table, { ...provenance, caption: provenance.title }).split('\r\n');
    expect(same.filter((line) => line === '# A <title>')).toHaveLength(1);
    expect(same[1]).toMatch(/^# Roundtrip/);
  });

  it('has a header with units and exact numbers, and quotes what needs it', () => {
    expect(lines.slice(6)).toEqual([
      '"Phase, or so",A [ns],B [share]',
      '"wire ""out""",1234.5,0.25',
      '"#3",,1',
      '',
    ]);
  });

  it('has whole nanoseconds where they are instants of a run', () => {
    const columns = [{ title: 'From', unit: 'ns', isInstant: true }, ...table.columns.slice(1)] as const;
    const rows = [[54_166_666.666666664, 1234.5, 0.25]];
    expect(toCsv({ ...table, columns, rows }, provenance)).toContain('\r\n54166667,1234.5,0.25\r\n');
    expect(JSON.parse(toJson({ ...table, columns, rows }, provenance)).table.rows[0][0]).toBe(54_166_667);
  });

  it('holds the very numbers of the summary', async () => {
    const summary = await summaryOf(presetById('lettuce-shared')?.scenario as Partial<Scenario>);
    const phases = summary.phases.map(({ phase, time }) => ({ phase, meanNs: (time.meanUs ?? 0) * 1000 }));
    const shown = timeBreakdown.table({ asShare: false, sides: [{ id: 'b', phases }] }, breakdownWords);
    const cells = toCsv(shown, provenance)
      .split('\r\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => line.split(','));
    for (const { phase, time } of summary.phases) {
      if (!time.meanUs) continue;
      expect(cells.find(([name]) => name === phase)?.[1], phase).toBe(String(time.meanUs * 1000));
    }
  });
});

it('a table as JSON keeps units, unknowns and origin', () => {
  const read = JSON.parse(toJson(table, provenance));
  expect(read.table.columns[1]).toEqual({ title: 'A', unit: 'ns' });
  expect(read.table.rows).toEqual([
    ['wire "out"', 1234.5, 0.25],
    ['#3', null, 1],
  ]);
  expect(read.link).toBe(provenance.link);
  expect(read.sides[0].scenario).toEqual({ seed: 7, network: { rttUs: 250 } });
});

describe('a drawing as SVG', () => {
  const box = { width: 400, height: 100, fontSize: 10 };
  const text = toSvg(
    svg('svg', { viewBox: '0 0 400 100', width: 400, height: 100 }),
    box,
    paletteOf('light'),
    provenance,
  );

  it('is an image with everything it says inside', () => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    expect(document.documentElement.namespaceURI).toBe('http://www.w3.org/2000/svg');
    expect(document.querySelector('title')?.textContent).toBe('A <title>');
    expect(document.querySelector('desc')?.textContent).toBe(provenance.caption);
    expect(JSON.parse(document.querySelector('metadata')?.textContent ?? '')).toMatchObject({
      link: provenance.link,
      engineVersion: '9.9.9',
    });
    const shown = [...document.querySelectorAll('text')].map(({ textContent }) => textContent);
    expect(shown).toEqual(['A <title>', provenance.caption, originOf(provenance), provenance.link]);
  });

  it('shows a long link as a code, and a long title in lines', () => {
    const link = `http://localhost/#/experiments?sweep=${'x'.repeat(1200)}`;
    const title = 'p99 by pool size, 20 000 requests per second, RTT 1 ms, four systems and five seeds each';
    const long = toSvg(svg('svg', {}), box, paletteOf('light'), { ...provenance, link, title });
    const document = new DOMParser().parseFromString(long, 'image/svg+xml');
    const shown = [...document.querySelectorAll('text')];
    const { path, size } = qrOf(link);
    const [code] = [...document.querySelectorAll('svg svg path')];
    expect(code?.getAttribute('d')).toBe(path);
    // Modules that a camera can read.
    expect(Number(code?.parentElement?.getAttribute('width')) / size).toBeGreaterThan(1.5);
    for (const { textContent } of shown)
      expect(textWidth(textContent ?? '', box.fontSize)).toBeLessThanOrEqual(box.width);
    expect(
      shown
        .slice(0, 2)
        .map(({ textContent }) => textContent)
        .join(' '),
    ).toBe(title);
    expect(JSON.parse(document.querySelector('metadata')?.textContent ?? '').link).toBe(link);
  });
});

it('text is broken between words, Chinese anywhere, and nothing is lost', () => {
  expect(wrap('one two three', 45, 10)).toEqual(['one two', 'three']);
  expect(wrap('往返时延很长', 30, 10)).toEqual(['往返时', '延很长']);
  expect(wrap('往返时，延很长。', 30, 10), 'no line begins with a comma').toEqual([
    '往返',
    '时，延',
    '很长。',
  ]);
  expect(wrap('往返时 RTT，延', 50, 10), 'nor after a Latin word').toEqual(['往返时', 'RTT，延']);
  expect(wrap('', 30, 10)).toEqual([]);
});

it('text goes into a PNG as a chunk with the right checksum', () => {
  // The smallest PNG ends as every PNG does: with an empty IEND chunk.
  const end = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
  const png = withText(new Uint8Array([1, 2, 3, ...end]), 'Description', '往返');
  expect([...png.subarray(-12)]).toEqual(end);
  const view = new DataView(png.buffer);
  const length = view.getUint32(3);
  expect(new TextDecoder().decode(png.subarray(7, 11 + length))).toBe('iTXtDescription\0\0\0\0\0往返');
  expect(view.getUint32(11 + length)).toBe(crc32(png.subarray(7, 11 + length)));
});
