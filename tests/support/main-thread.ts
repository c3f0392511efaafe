/** What Chromium says of a page's main thread while something happens. */
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

/**
 * CPU time of each task of the page's main thread meanwhile, ms, in no order: what others do on the machine does not count. When
 * another page is opened meanwhile, its tasks from its first script on.
 */
export async function tasksOf(page: Page, meanwhile: () => Promise<unknown>): Promise<readonly number[]> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
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
  const isOfPage = ({ pid, tid, ts }: TraceEvent) =>
    start !== undefined && pid === start.pid && tid === start.tid && ts >= start.ts;
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && isOfPage(event));
  if (tasks.length < 10) throw new Error('Chromium has not traced the tasks of the page');
  return tasks.map(({ tdur = 0 }) => tdur / 1000);
}

/** The longest of {@link tasksOf}, ms. */
export const longestTask = async (page: Page, meanwhile: () => Promise<unknown>): Promise<number> =>
  Math.max(...(await tasksOf(page, meanwhile)));
