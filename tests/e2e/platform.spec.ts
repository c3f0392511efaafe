/** Packages in a learning platform: the run-time of scorm-again, and a store of xAPI statements as cmi5 has it. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { at } from '../../.ci/paths.mjs';
import { type Format, packedIncident } from '../../src/learn/platform/formats.ts';
import { zippedPackage } from '../../src/learn/platform/package.ts';
import { type LessonFolder, lessonFolders } from '../lessons/files.ts';
import { walk } from './learner.ts';
import { DEEP } from './page.ts';

/** A lesson with one question of each graded kind. */
const LESSON = 'rtt';

const folder = lessonFolders.find(({ id }) => id === LESSON) as LessonFolder;

const servers: Server[] = [];
test.afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const FAULT = packedIncident('profile');

/** The files of a package, as a platform has them after its upload. */
function uploaded(format: Format, id: string): Readonly<Record<string, Uint8Array>> {
  const hash = id === FAULT ? '#/learn/incidents/profile' : `#/learn/${id}`;
  const lesson = { id, title: 'Round trips', goal: '', hash, language: 'en' };
  const page = readFileSync(at('dist/standalone.html'), 'utf8');
  return unzipSync(
    zippedPackage({
      format,
      name: id,
      title: 'Round trips',
      description: '',
      language: 'en',
      lessons: [lesson],
      page,
    }),
  );
}

/** A platform: it has a package below `/package`, and answers other paths itself. */
async function serve(format: Format, more: RequestListener, id = LESSON): Promise<string> {
  const files = uploaded(format, id);
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const file = files[path.replace('/package/', '')];
    if (!path.startsWith('/package/') || !file) {
      more(request, response);
      return;
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(file);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A student's browser. Errors on the page and requests to anything but the platform fail the test. */
async function student(browser: Browser, platform: string) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const complaints: string[] = [];
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(platform)) complaints.push(url);
  });
  return { context, complaints };
}

const require = createRequire(import.meta.url);

const SCORM = {
  scorm12: { script: require.resolve('scorm-again/scorm12/min'), create: 'API = new Scorm12API' },
  scorm2004: {
    script: require.resolve('scorm-again/scorm2004/min'),
    create: 'API_1484_11 = new Scorm2004API',
  },
} as const;

/** The platform's page of a course: it has the run-time, and opens the lesson in a window of its own. */
const scormPlatform =
  (format: keyof typeof SCORM): RequestListener =>
  (request, response) => {
    if (request.url === '/runtime.js') {
      response.setHeader('content-type', 'text/javascript');
      response.end(readFileSync(SCORM[format].script));
      return;
    }
    response.setHeader('content-type', 'text/html');
    response.end(
      `<!doctype html><title>Course</title><script src="/runtime.js"></script>
<script>window.${SCORM[format].create}({ autocommit: false, logLevel: 5 });</script>`,
    );
  };

/** Opens the lesson or hidden fault from the platform's page. */
async function launch(course: Page, id = LESSON): Promise<Page> {
  const [lesson] = await Promise.all([
    course.waitForEvent('popup'),
    course.evaluate((path) => void window.open(path), `/package/${id}.html`),
  ]);
  await expect(lesson.getByText('Your results go to the learning platform')).toBeVisible();
  return lesson;
}

const fieldOf = (course: Page, format: keyof typeof SCORM, name: string): Promise<string> =>
  course.evaluate(
    ([isOld, field]) => {
      const { API, API_1484_11 } = window as never as Record<
        string,
        Record<string, (name: string) => string>
      >;
      return String(isOld ? API?.LMSGetValue?.(field) : API_1484_11?.GetValue?.(field));
    },
    [format === 'scorm12', name] as const,
  );

test('a SCORM 2004 package reports completion, score and answers, and goes on where it was left', async ({
  browser,
}) => {
  const platform = await serve('scorm2004', scormPlatform('scorm2004'));
  const { context, complaints } = await student(browser, platform);
  const course = await context.newPage();
  await course.goto(platform);
  const page = await launch(course);
  const steps: string[] = [];
  await walk({ page, folder, language: 'en', knows: true }, async (step) => {
    steps.push(step);
  });
  expect(steps).toContain('sandbox');
  const value = (name: string) => fieldOf(course, 'scorm2004', name);
  await expect.poll(() => value('cmi.completion_status')).toBe('completed');
  expect(await value('cmi.success_status')).toBe('passed');
  expect(Number(await value('cmi.score.scaled'))).toBeGreaterThanOrEqual(0.6);
  expect(Number(await value('cmi.progress_measure'))).toBe(1);
  const count = Number(await value('cmi.interactions._count'));
  const answers = await Promise.all(
    [...Array(count).keys()].map(async (index) => [
      await value(`cmi.interactions.${index}.id`),
      await value(`cmi.interactions.${index}.result`),
    ]),
  );
  expect(answers).toContainEqual([`urn:roundtrip:lesson:${LESSON}:see`, 'correct']);
  expect(answers).toContainEqual([`urn:roundtrip:lesson:${LESSON}:transfer`, 'correct']);
  await expect(page.getByText('did not accept')).toBeHidden();
  // Students share browsers: nothing of the lesson stays in this one.
  expect(await page.evaluate(() => localStorage.getItem('roundtrip.learn'))).toBeNull();
  const suspended = await value('cmi.suspend_data');
  await page.close();
  expect(suspended.length).toBeLessThan(4096);
  expect(complaints).toEqual([]);

  // A new visit: the platform gives back what it kept.
  await course.reload();
  await course.evaluate((data) => {
    const api = (window as never as Record<string, { loadFromJSON: (json: unknown, path: string) => void }>)
      .API_1484_11;
    api?.loadFromJSON({ suspend_data: data }, 'cmi');
  }, suspended);
  const again = await launch(course);
  await expect(again.locator('section[data-step="sandbox"]')).toBeVisible();
  await context.close();
});

test('a SCORM 1.2 package reports a failed lesson as failed; without a platform it says so', async ({
  browser,
}) => {
  const platform = await serve('scorm12', scormPlatform('scorm12'));
  const { context, complaints } = await student(browser, platform);
  const course = await context.newPage();
  await course.goto(platform);
  const page = await launch(course);
  await walk({ page, folder, language: 'en', knows: false }, async () => undefined);
  const value = (name: string) => fieldOf(course, 'scorm12', name);
  await expect.poll(() => value('cmi.core.lesson_status')).toBe('failed');
  expect(Number(await value('cmi.core.score.raw'))).toBeLessThan(60);
  expect(Number(await value('cmi.interactions._count'))).toBeGreaterThanOrEqual(3);
  await expect(page.getByText('did not accept')).toBeHidden();
  await page.close();
  await expect.poll(() => value('cmi.core.exit').catch(() => '')).not.toBe('undefined');
  expect(complaints).toEqual([]);
  await context.close();

  await test.step('without its platform a package says that nothing is recorded', async () => {
    const alone = await serve('scorm2004', (_, response) => response.end());
    const { context: without } = await student(browser, alone);
    const sheet = await without.newPage();
    await sheet.goto(`${alone}/package/${LESSON}.html`);
    await expect(sheet.getByText('No learning platform was found around this lesson')).toBeVisible();
    await expect(sheet.locator('section[data-step="hook"]')).toBeVisible();
    await without.close();
  });
});

/** A student's wrong diagnosis of the packed hidden fault. */
async function diagnoseWrong(page: Page): Promise<void> {
  await expect(page.locator('#incident-goal')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('radio', { name: 'The connection pool is too small' }).check();
  await page.getByRole('button', { name: 'Check my diagnosis' }).click();
}

async function diagnoseRight(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Each request tests its connection first' }).check();
  await page.getByRole('checkbox', { name: 'Redis executes about one PING per other command' }).check();
  await page.getByRole('combobox', { name: 'Connection tests' }).click();
  await page.getByRole('option', { name: 'off', exact: true }).click();
  await page.getByRole('button', { name: 'Check my diagnosis' }).click();
}

test('a packed hidden fault reports a wrong diagnosis, then the right one', DEEP, async ({ browser }) => {
  test.setTimeout(120_000);
  const platform = await serve('scorm2004', scormPlatform('scorm2004'), FAULT);
  const { context, complaints } = await student(browser, platform);
  const course = await context.newPage();
  await course.goto(platform);
  const page = await launch(course, FAULT);
  const value = (name: string) => fieldOf(course, 'scorm2004', name);
  await diagnoseWrong(page);
  await expect.poll(() => value('cmi.interactions.0.result')).toBe('incorrect');
  expect(await value('cmi.interactions.0.id')).toBe('urn:roundtrip:incident:profile:cause');
  expect(await value('cmi.completion_status')).toBe('incomplete');

  await diagnoseRight(page);
  await expect.poll(() => value('cmi.completion_status'), { timeout: 60_000 }).toBe('completed');
  expect(await value('cmi.success_status')).toBe('passed');
  expect(Number(await value('cmi.score.raw'))).toBe(90);
  expect(await page.evaluate(() => localStorage.getItem('roundtrip.learn'))).toBeNull();
  expect(complaints).toEqual([]);
  await context.close();
});

interface Statement {
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string };
  readonly result?: {
    readonly success?: boolean;
    readonly completion?: boolean;
    readonly score?: { readonly scaled: number };
  };
}

/** The addresses of an xAPI store that a cmi5 lesson uses. */
function statementStore() {
  const statements: Statement[] = [];
  const states = new Map<string, string>();
  const LAUNCH = {
    launchMode: 'Normal',
    moveOn: 'CompletedOrPassed',
    masteryScore: 0.6,
    contextTemplate: {
      contextActivities: { grouping: [{ id: 'urn:roundtrip:course' }] },
      extensions: { 'https://w3id.org/xapi/cmi5/context/extensions/sessionid': 'session-1' },
    },
  };
  const bodyOf = async (request: IncomingMessage): Promise<string> => {
    let text = '';
    for await (const chunk of request) text += chunk;
    return text;
  };
  const listener: RequestListener = async (request, response) => {
    const url = new URL(request.url ?? '', 'http://platform');
    const stateId = url.searchParams.get('stateId') ?? '';
    const json = (value: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(value));
    };
    if (url.pathname === '/token') return json({ 'auth-token': 'secret' });
    if (url.pathname === '/xapi/statements') {
      const sent = JSON.parse(await bodyOf(request)) as Statement | Statement[];
      statements.push(...[sent].flat());
      return json([`id-${statements.length}`]);
    }
    if (url.pathname === '/xapi/activities/state') {
      if (request.method === 'GET' && stateId === 'LMS.LaunchData') return json(LAUNCH);
      if (request.method === 'GET' && states.has(stateId)) return json(JSON.parse(states.get(stateId) ?? ''));
      if (request.method !== 'GET') {
        states.set(stateId, await bodyOf(request));
        response.statusCode = 204;
        response.end();
        return;
      }
    }
    response.statusCode = 404;
    response.end();
  };
  return { statements, states, listener };
}

const verbsOf = (statements: readonly Statement[]): string[] =>
  statements.map(({ verb }) => verb.id.replace(/.*\//, ''));

/** Opens a part of the package as a platform does, with the addresses of its store. */
async function launchCmi5(page: Page, platform: string, id: string): Promise<void> {
  const launched = new URLSearchParams({
    endpoint: `${platform}/xapi/`,
    fetch: `${platform}/token`,
    actor: JSON.stringify({ account: { homePage: platform, name: 'student-7' } }),
    registration: '5c6d2c9f-6a43-4d4c-8c0c-0d0d3d2b7a11',
    activityId: `urn:platform:${id}`,
  });
  await page.goto(`${platform}/package/${id}.html?${launched}`);
  await expect(page.getByText('Your results go to the learning platform')).toBeVisible();
}

test('a cmi5 package sends its statements to the platform that started it', DEEP, async ({ browser }) => {
  const store = statementStore();
  const platform = await serve('cmi5', store.listener);
  const { context, complaints } = await student(browser, platform);
  const page = await context.newPage();
  await launchCmi5(page, platform, LESSON);
  await walk({ page, folder, language: 'en', knows: true }, async () => undefined);
  const verbs = () => verbsOf(store.statements);
  await expect.poll(verbs).toContain('passed');
  expect(verbs()[0]).toBe('initialized');
  expect(verbs()).toContain('completed');
  const answered = store.statements.filter(({ verb }) => verb.id.endsWith('/answered'));
  expect(answered.map(({ object }) => object.id)).toContain(
    `urn:platform:${LESSON}/test/${LESSON}/question/transfer`,
  );
  const passed = store.statements.find(({ verb }) => verb.id.endsWith('/passed'));
  expect(passed?.result?.score?.scaled).toBeGreaterThanOrEqual(0.6);
  expect(store.states.get('roundtrip-progress')).toContain('roundtrip-progress');
  expect(complaints).toEqual([]);
  await context.close();
});

test('a packed hidden fault sends each diagnosis as statements to its platform, as cmi5 has it', async ({
  browser,
}) => {
  const store = statementStore();
  const platform = await serve('cmi5', store.listener, FAULT);
  const { context, complaints } = await student(browser, platform);
  const page = await context.newPage();
  await launchCmi5(page, platform, FAULT);
  const answers = (part: string) =>
    store.statements.filter(({ object }) => object.id.endsWith(part)).map(({ result }) => result?.success);
  await diagnoseWrong(page);
  await expect.poll(() => answers('/question/cause')).toEqual([false]);
  expect(verbsOf(store.statements)).not.toContain('completed');

  await diagnoseRight(page);
  await expect.poll(() => verbsOf(store.statements), { timeout: 60_000 }).toContain('passed');
  expect(answers('/question/cause')).toEqual([false, true]);
  expect(verbsOf(store.statements)).toContain('completed');
  const passed = store.statements.find(({ verb }) => verb.id.endsWith('/passed'));
  // The first diagnosis costs ten points.
  expect(passed?.result?.score?.scaled).toBe(0.9);
  expect(complaints).toEqual([]);
  await context.close();
});
