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

/** CPU time of the longest task of the main thread meanwhile, ms: what others do on the machine does not count. */
export async function longestTask(page: Page, meanwhile: () => Promise<unknown>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  await page.evaluate((mark) => performance.mark(mark), MARK);
  await meanwhile();
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  // Chromium keeps other pages' processes ready, and workers have threads of their own.
  const start = events.find(({ name }) => name === MARK);
  const isOfPage = ({ pid, tid, ts }: TraceEvent) =>
    start !== undefined && pid === start.pid && tid === start.tid && ts >= start.ts;
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && isOfPage(event));
  if (tasks.length < 100) throw new Error('Chromium has not traced the tasks of the page');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
