import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Processor } from '@paulirish/trace_engine';
import { Ajv } from 'ajv';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { hdrText } from '../../../src/charts/hdr-text.ts';
import { bucketsOf } from '../../../src/charts/quantiles.ts';
import { chunksAround } from '../../../src/lab/export/trace.ts';
import { chromeTrace, type TracedSide } from '../../../src/model/analysis/chrome-trace.ts';
import { cpuStacks, foldedStacks, speedscope } from '../../../src/model/analysis/cpu-stacks.ts';
import { eventLog } from '../../../src/model/analysis/event-log.ts';
import { excerptOf } from '../../../src/model/analysis/excerpt.ts';
import { phases } from '../../../src/model/engine/generated/abi.ts';
import { type Spans, spansOf } from '../../../src/model/playback/spans.ts';
import type { Scenario } from '../../../src/model/scenario/generated/scenario.ts';
import type { Summary } from '../../../src/model/scenario/generated/summary.ts';
import { presetById } from '../../../src/model/scenario/library.ts';
import { inProcessEngine, summaryOf } from '../../support/in-process.ts';

/** Without a warm-up the trace and the summary tell of the same stretch. */
const RUN = { warmupMs: 0, measuredMs: 4 };

async function recorded(
  id: 'a' | 'b',
  preset: string,
  client?: object,
): Promise<{ side: TracedSide; summary: Summary; chunks: Spans[] }> {
  const engine = inProcessEngine();
  const scenario = {
    ...(presetById(preset)?.scenario as Partial<Scenario>),
    ...(client ? { client } : {}),
  } as Partial<Scenario>;
  const { scenario: complete } = await engine.normalize(JSON.stringify({ ...scenario, run: RUN }));
  if (!complete) throw new Error('the preset is not valid');
  const layout = await engine.open(complete, true);
  const chunks: Spans[] = [];
  for (let done = false; !done; ) {
    const answer = await engine.record(layout.endNs, 100);
    chunks.push(...answer.chunks.map(spansOf));
    done = answer.done;
  }
  return {
    side: { id, layout, excerpt: excerptOf(chunks) },
    summary: await summaryOf(scenario, RUN),
    chunks,
  };
}

let a: Awaited<ReturnType<typeof recorded>>;
let b: Awaited<ReturnType<typeof recorded>>;
/** Goroutines on threads that carry them: the core's time must not count twice. */
let go: Awaited<ReturnType<typeof recorded>>;
beforeAll(async () => {
  [a, b, go] = await Promise.all([
    recorded('a', 'jedis-pool-8'),
    recorded('b', 'lettuce-shared'),
    recorded('b', 'jedis-pool-8', {
      io: { kind: 'blocking' },
      runtime: { kind: 'goroutines' },
      connections: { kind: 'pooled', maxTotal: 8 },
    }),
  ]);
});

interface Event {
  ph: string;
  name: string;
  pid: number;
  tid: number;
  cat: string;
  ts: number;
  dur: number;
  id: string;
  args: Record<string, string | number>;
}

describe('a Chrome trace', () => {
  let events: Event[];
  beforeAll(() => {
    const trace = JSON.parse([...chromeTrace([a.side, b.side], { link: 'http://localhost/' })].join(''));
    expect(trace.displayTimeUnit).toBe('ns');
    expect(trace.otherData).toEqual({ link: 'http://localhost/' });
    events = trace.traceEvents;
  });

  it('names a process for every machine and a thread for every lane', () => {
    const names = events.filter(({ name }) => name === 'process_name').map(({ args }) => args.name);
    expect(names).toEqual(
      ['A', 'B'].flatMap((side) =>
        ['client', 'server', 'network', 'requests'].map((place) => `${side} ${place}`),
      ),
    );
    const threads = events.filter(({ name, pid }) => name === 'thread_name' && pid <= 4);
    expect(threads).toHaveLength(a.side.layout.lanes.reduce((sum, { count }) => sum + count, 0));
    expect(threads.map(({ args }) => args.name)).toContain('caller 200');
    expect(threads.at(-1)?.args.name).toBe('serverMain');
  });

  it('has complete events with time and length, which do not overlap on a thread', () => {
    const ends = new Map<string, number>();
    const complete = events.filter(({ ph }) => ph === 'X').sort((one, other) => one.ts - other.ts);
    expect(complete.length).toBeGreaterThan(1000);
    for (const { pid, tid, ts, dur, name } of complete) {
      expect(Number.isFinite(ts) && dur >= 0 && name !== '').toBe(true);
      const key = `${pid} ${tid}`;
      expect(ts).toBeGreaterThanOrEqual((ends.get(key) ?? 0) - 0.0005);
      ends.set(key, ts + dur);
    }
  });

  it('is read by the engine of Chrome’s own performance panel: every process, thread and event', async () => {
    const reader = Processor.TraceProcessor.createWithAllHandlers();
    await reader.parse(structuredClone(events) as never, {});
    const read = reader.data;
    const processes = events.filter(({ name }) => name === 'process_name');
    for (const { pid, args } of processes)
      expect(read?.Meta.processNames.get(pid as never)?.args.name).toBe(args.name);
    const threadsRead = [...(read?.Renderer.processes ?? [])].flatMap(([pid, { threads }]) =>
      [...threads].map(([tid, { name, entries }]) => `${pid} ${tid} ${name}: ${entries.length}`),
    );
    const names = new Map(
      events
        .filter(({ name }) => name === 'thread_name')
        .map(({ pid, tid, args }) => [`${pid} ${tid}`, args.name]),
    );
    const counts = new Map<string, number>();
    for (const { ph, pid, tid } of events) {
      const thread = `${pid} ${tid}`;
      if (ph === 'X') counts.set(thread, (counts.get(thread) ?? 0) + 1);
    }
    const written = [...counts].map(([thread, count]) => `${thread} ${names.get(thread)}: ${count}`);
    expect(threadsRead.length).toBeGreaterThan(400);
    expect(threadsRead.sort()).toEqual(written.sort());
  });

  it('begins and ends every phase of every request, one after the other', () => {
    const open = new Map<string, string>();
    const ended = new Map<string, number>();
    const wrong: Event[] = [];
    for (const event of events.filter(({ cat }) => cat === 'request')) {
      const { ph, id, name, ts } = event;
      const isNext = !open.has(id) && Math.abs(ts - (ended.get(id) ?? ts)) < 1e-6;
      const isRight =
        ph === 'b' ? isNext && (phases as readonly string[]).includes(name) : open.get(id) === name;
      if (!isRight) wrong.push(event);
      if (ph === 'b') open.set(id, name);
      else {
        open.delete(id);
        ended.set(id, ts);
      }
    }
    expect(wrong).toEqual([]);
    expect(open.size).toBe(0);
    expect(ended.size).toBeGreaterThan(200);
  });

  it('has the requests of the summary, whose phases add up to its response times', () => {
    for (const { side, summary } of [a, b]) {
      const lives = new Map<string, { sum: number; end: number }>();
      for (const { ph, cat, id, ts } of events) {
        if (cat !== 'request' || !id.startsWith(side.id.toUpperCase())) continue;
        const life = lives.get(id) ?? { sum: 0, end: 0 };
        lives.set(id, { sum: life.sum + (ph === 'e' ? ts : -ts), end: ts });
      }
      // What is under way at the end of the run ends with it in the file.
      const answered = [...lives.values()].filter(({ end }) => end < RUN.measuredMs * 1000);
      const mean = answered.reduce((total, { sum }) => total + sum, 0) / answered.length;
      expect(answered).toHaveLength(summary.responseTime.count);
      expect(mean).toBeCloseTo(summary.responseTime.meanUs ?? Number.NaN, 2);
      expect(Math.max(...answered.map(({ sum }) => sum))).toBeCloseTo(summary.responseTime.maxUs ?? 0, 2);
    }
  });
});

describe('CPU time as stacks', () => {
  it('is that of the summary', () => {
    for (const { side, summary } of [a, b, go])
      for (const { host, cores, user, kernel, switch: switching } of summary.hosts) {
        const stacks = cpuStacks(side).filter(({ frames }) => frames[0] === host);
        const of = (state: string) =>
          stacks.reduce((sum, { frames, ns }) => (frames[2] === state ? sum + ns : sum), 0) / (cores * 4e6);
        expect(of('user'), `${side.id} ${host} user`).toBeCloseTo(user, 6);
        expect(of('kernel'), `${side.id} ${host} kernel`).toBeCloseTo(kernel, 6);
        expect(of('switch'), `${side.id} ${host} switch`).toBeCloseTo(switching, 6);
      }
  });

  it('is written as folded stacks that a flame graph reads: frames, a space, a whole number', () => {
    const lines = foldedStacks([a.side, b.side]).trimEnd().split('\n');
    for (const line of lines) expect(line).toMatch(/^[AB];(client|server)(;\w+)+ \d+$/);
    expect(lines.some((line) => line.startsWith('B;server;serverMain;kernel;read '))).toBe(true);
  });

  it('is written as speedscope’s own schema wants it', () => {
    const resolve = createRequire(import.meta.url).resolve;
    const root = resolve('speedscope/package.json').replace(/package\.json$/, '');
    const schema = JSON.parse(readFileSync(`${root}dist/release/file-format-schema.json`, 'utf8'));
    const validate = new Ajv({ strict: false }).compile(schema);
    const head = { name: 'a test', exporter: 'a version, a link', otherData: { caption: 'what it shows' } };
    const file = JSON.parse(speedscope([a.side, b.side], head));
    expect(file).toMatchObject(head);
    expect(validate(file), JSON.stringify(validate.errors)).toBe(true);
    for (const { samples, weights, endValue } of file.profiles) {
      expect(samples).toHaveLength(weights.length);
      expect(weights.reduce((sum: number, ns: number) => sum + ns, 0)).toBeCloseTo(endValue, 3);
      expect(Math.max(...samples.flat())).toBeLessThan(file.shared.frames.length);
    }
    // The check can fail.
    expect(validate({ ...file, profiles: [{ type: 'sampled' }] })).toBe(false);
  });
});

describe('the stretch that is written', () => {
  const spans = (fromNs: number, toNs: number, count: number) => ({ fromNs, toNs, count }) as Spans;
  const chunks = Array.from({ length: 10 }, (_, index) => spans(index * 10, index * 10 + 10, 100));

  it('lies around the present, without a gap, and no longer than there is room', () => {
    const from = (timeNs: number, most: number) =>
      chunksAround(chunks, timeNs, most).map(({ fromNs }) => fromNs);
    expect(from(55, 300)).toEqual([40, 50, 60]);
    expect(from(5, 250)).toEqual([0, 10]);
    expect(from(99, 250)).toEqual([80, 90]);
    expect(from(55, 1e6)).toHaveLength(10);
    // A single chunk that is too large is still better than nothing.
    expect(from(55, 10)).toEqual([50]);
    expect(chunksAround([], 5, 100)).toEqual([]);
  });
});

describe('percentiles in HdrHistogram’s text', () => {
  it('reads back as ascending values and shares that end with all', () => {
    const { responseHistogram, responseTime } = b.summary;
    const exact = { meanNs: (responseTime.meanUs ?? 0) * 1000, maxNs: (responseTime.maxUs ?? 0) * 1000 };
    const lines = hdrText(bucketsOf(responseHistogram), exact).split('\n');
    expect(lines[0]).toBe('       Value     Percentile TotalCount 1/(1-Percentile)');
    const rows = lines.slice(2).filter((line) => line !== '' && !line.startsWith('#'));
    const numbers = rows.map((row) => row.trim().split(/\s+/).map(Number));
    for (const [index, [value, share, upTo, inverse]] of numbers.entries()) {
      const before = numbers[index - 1];
      expect(value).toBeGreaterThanOrEqual(before?.[0] ?? 0);
      expect(upTo).toBeGreaterThan(before?.[2] ?? 0);
      if (index === numbers.length - 1) expect([share, inverse]).toEqual([1, undefined]);
      else expect(inverse).toBeCloseTo(1 / (1 - (share ?? 0)), 1);
    }
    expect(numbers.at(-1)?.[2]).toBe(responseTime.count);
    expect(numbers.at(-1)?.[0]).toBeCloseTo((responseTime.maxUs ?? 0) / 1000, 3);
    expect(lines.find((line) => line.startsWith('#[Mean'))).toContain(
      ((responseTime.meanUs ?? 0) / 1000).toFixed(3),
    );
  });
});

describe('the event log', () => {
  type Row = Record<string, string>;
  const rowsOf = (...sides: TracedSide[]): Row[] =>
    Papa.parse<Row>([...eventLog(sides)].join(''), { header: true, skipEmptyLines: true }).data;

  it('has a row for every span of every side, by when they began', () => {
    const rows = rowsOf(a.side, b.side);
    expect(rows).toHaveLength(a.side.excerpt.count + b.side.excerpt.count);
    for (const side of ['A', 'B']) {
      const starts = rows.filter((row) => row.side === side).map((row) => Number(row.start_ns));
      expect(starts).toEqual(starts.toSorted((one, other) => one - other));
    }
  });

  it('has every completed request whole: its phases follow each other, and add up to what the summary counts', () => {
    for (const { side, summary } of [a, b]) {
      const legs = new Map<string | undefined, Row[]>();
      for (const row of rowsOf(side))
        if (row.what === 'request') legs.set(row.request, [...(legs.get(row.request) ?? []), row]);
      const ended = [...legs.values()].filter((rows) => rows.every((row) => row.is_over === '1'));
      expect(ended).toHaveLength(summary.requests.completed);
      let sum = 0;
      for (const rows of ended) {
        rows.slice(1).forEach((row, i) => {
          expect(row.start_ns).toBe(rows[i]?.end_ns);
        });
        sum += Number(rows.at(-1)?.end_ns) - Number(rows[0]?.start_ns);
      }
      expect(sum / ended.length / 1000).toBeCloseTo(summary.responseTime.meanUs ?? Number.NaN, 6);
    }
  });

  it('names threads, activities and connections, and gives segments their bytes', () => {
    const rows = rowsOf(a.side);
    const calls = rows.filter((row) => row.what === 'thread' && row.activity === 'write');
    expect(new Set(calls.map((row) => row.thread?.split(' ')[0]))).toEqual(new Set(['caller', 'serverMain']));
    for (const row of calls) expect(Number(row.connection)).toBeGreaterThan(0);
    const segments = rows.filter((row) => row.what === 'segment');
    expect(new Set(segments.map((row) => row.name))).toEqual(new Set(['to the server', 'back']));
    for (const row of segments) expect(Number(row.bytes)).toBeGreaterThan(0);
  });
});
