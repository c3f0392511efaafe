/** Trace of a page's main thread in Chromium. */
import type { Page } from '@playwright/test';

/** An event of its trace: process and thread, when it was, and the CPU time it has had, µs. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly tdur?: number;
}

/** What the page says when it begins: the trace knows by it which of the threads is the page's. */
const MARK = 'roundtrip: begin';

/** Events of these categories on the page's main thread meanwhile. When another page is opened meanwhile, from its first script on. */
async function eventsOf(
  page: Page,
  categories: readonly string[],
  meanwhile: () => Promise<unknown>,
): Promise<readonly TraceEvent[]> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [...categories, 'blink.user_timing'] },
  });
  await page.addInitScript((mark) => performance.mark(mark), MARK);
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await meanwhile();
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  // Chromium keeps other pages' processes ready, and workers have threads of their own.
  const starts = events.filter(({ name }) => name === MARK).sort((one, other) => one.ts - other.ts);
  const start = starts.at(-1);
  return events.filter(
    ({ pid, tid, ts }) => start !== undefined && pid === start.pid && tid === start.tid && ts >= start.ts,
  );
}

const cpuMs = ({ tdur = 0 }: TraceEvent): number => tdur / 1000;

/**
 * CPU time of each task of the page's main thread meanwhile, ms, in no order: what others do on the machine does not count. When
 * another page is opened meanwhile, its tasks from its first script on.
 */
export async function tasksOf(page: Page, meanwhile: () => Promise<unknown>): Promise<readonly number[]> {
  const tasks = (await eventsOf(page, ['toplevel'], meanwhile)).filter(({ name }) =>
    name.endsWith('RunTask'),
  );
  if (tasks.length < 10) throw new Error('Chromium has not traced the tasks of the page');
  return tasks.map(cpuMs);
}

/** CPU time of the task of each frame of the page meanwhile, ms, in no order: its scripts, style, layout and painting. */
export async function framesOf(page: Page, meanwhile: () => Promise<unknown>): Promise<readonly number[]> {
  const events = await eventsOf(page, ['toplevel', 'devtools.timeline'], meanwhile);
  const drawn = events.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const tasks = events.filter(({ name }) => name.endsWith('RunTask')).sort((one, other) => one.ts - other.ts);
  const frames = tasks.filter(({ ts }, at) => {
    const next = tasks[at + 1]?.ts ?? Number.POSITIVE_INFINITY;
    return drawn.some((frame) => frame >= ts && frame < next);
  });
  if (frames.length < 10) throw new Error('Chromium has not traced the frames of the page');
  return frames.map(cpuMs);
}

/** The longest of {@link tasksOf}, ms. */
export const longestTask = async (page: Page, meanwhile: () => Promise<unknown>): Promise<number> =>
  Math.max(...(await tasksOf(page, meanwhile)));
