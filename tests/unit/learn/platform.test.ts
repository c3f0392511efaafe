import * as scorm12 from 'scorm-again/scorm12';
import * as scorm2004 from 'scorm-again/scorm2004';
import { describe, expect, it } from 'vitest';
import { withDiagnosis } from '../../../src/learn/incidents/incident-progress.ts';
import { platformOutcome } from '../../../src/learn/incidents/outcome.ts';
import { STEPS } from '../../../src/learn/lessons/lesson.ts';
import { NOTHING, progressText, readIncidentProgress } from '../../../src/learn/lessons/progress.ts';
import { FORMATS, packedIncident, packedIri } from '../../../src/learn/platform/formats.ts';
import { outcomeOf, responseText } from '../../../src/learn/platform/outcome.ts';
import { packageFiles, zippedPackage } from '../../../src/learn/platform/package.ts';
import { packageIn } from '../../../src/learn/platform/platform-state.ts';
import { openScorm, packed, unpacked } from '../../../src/learn/platform/scorm.ts';
import { lessonFolders } from '../../lessons/files.ts';

type Api = Readonly<Record<string, (...values: string[]) => string>>;
/** The types of the package say default exports; its modules have names. */
type Runtimes = Readonly<Record<string, new (settings: object) => Api>>;
const { Scorm12API } = scorm12 as unknown as Runtimes;
const { Scorm2004API } = scorm2004 as unknown as Runtimes;
if (!Scorm12API || !Scorm2004API) throw new Error('scorm-again has other names');

const PAGE = `<meta content="connect-src data:; base-uri 'none'">`;
const lesson = {
  id: 'pool',
  title: 'A & B <pool>',
  goal: 'One "pool"',
  hash: '#/learn/pool',
  language: 'en',
};
const content = { name: 'pool', title: 'T', description: 'D', language: 'en', lessons: [lesson], page: PAGE };

describe('a package', () => {
  it.each(FORMATS)('is well-formed XML and a start page with the platform’s name (%s)', (format) => {
    const files = packageFiles({ ...content, format });
    const manifest = files['imsmanifest.xml'] ?? files['cmi5.xml'] ?? '';
    expect(manifest).toContain('A &amp; B &lt;pool&gt;');
    expect(files['pool.html']).toContain(`#/learn/pool?lang=en&platform=${format}`);
    // Every file that the manifest names is there.
    for (const [, name = ''] of manifest.matchAll(/href="([^"]+)"|<url>([^<]+)<\/url>/g))
      if (name !== '') expect(Object.keys(files)).toContain(name);
  });

  it.each(FORMATS)('has an id of its own on a platform (%s)', (format) => {
    const idOf = (name: string) => {
      const files = packageFiles({ ...content, name, format });
      return /<(?:manifest identifier|course id)="([^"]+)"/.exec(
        files['imsmanifest.xml'] ?? files['cmi5.xml'] ?? '',
      )?.[1];
    };
    expect(idOf('course')).toMatch(/^[\w:-]+course$/);
    expect(idOf('incidents')).not.toBe(idOf('course'));
  });

  it('lets only a cmi5 page speak to another host', () => {
    expect(packageFiles({ ...content, format: 'scorm12' })['roundtrip.html']).toBe(PAGE);
    expect(packageFiles({ ...content, format: 'cmi5' })['roundtrip.html']).toContain('https:');
  });

  it('is the same bytes each time', () => {
    const make = () => zippedPackage({ ...content, format: 'scorm2004' });
    expect(make()).toEqual(make());
  });

  it('refuses a page that is not the standalone one', () => {
    expect(() => packageFiles({ ...content, format: 'scorm12', page: '<p>404' })).toThrow('standalone');
  });

  it('is known by its address', () => {
    expect(packageIn('#/learn/pool?lang=en&platform=cmi5')).toEqual({ lesson: 'pool', format: 'cmi5' });
    expect(packageIn('#/learn/incidents/chat?lang=en&platform=cmi5')).toEqual({
      lesson: 'incident-chat',
      format: 'cmi5',
    });
    expect(packageIn('#/learn/pool?platform=other')).toBeUndefined();
    expect(packageIn('#/learn/pool')).toBeUndefined();
  });
});

describe('the progress that a platform keeps', () => {
  it('survives packing, and another text is none', () => {
    const text = JSON.stringify({ explanation: '因为连接池太小' });
    expect(unpacked(packed(text))).toBe(text);
    expect(unpacked('not ours')).toBeNull();
  });
});

describe('a hidden fault in a learning platform', () => {
  const begun = { hints: 0, refusals: 0, isSolved: false };
  const wrong = withDiagnosis(
    begun,
    { cause: 'undersizedPool', evidence: [], remedy: {} },
    { isCauseRight: false, isSolved: false, points: { cause: 0, evidence: 0, remedy: 0 } },
    0,
  );
  const solved = withDiagnosis(
    wrong,
    { cause: 'testOnBorrow', evidence: ['pingPerCommand'], remedy: { testOnBorrow: 'off' } },
    { isCauseRight: true, isSolved: true, points: { cause: 40, evidence: 30, remedy: 30 } },
    90,
  );

  it('has an identifier of its own', () => {
    expect([packedIri('pool'), packedIri(packedIncident('chat'))]).toEqual([
      'urn:roundtrip:lesson:pool',
      'urn:roundtrip:incident:chat',
    ]);
  });

  it('counts a wrong diagnosis, and is complete once it is solved', () => {
    expect(wrong).toMatchObject({ refusals: 1, attempts: 1, wrongCauses: ['undersizedPool'] });
    expect(platformOutcome(wrong)).toMatchObject({ isComplete: false, score: 0, progress: 0.5 });
    expect(solved).toMatchObject({ refusals: 1, attempts: 2, points: 90, best: { cause: 'testOnBorrow' } });
    expect(platformOutcome(solved)).toMatchObject({ isComplete: true, isPassed: true, score: 0.9 });
    expect(platformOutcome({ ...solved, points: 50 })).toMatchObject({ isComplete: true, isPassed: false });
  });

  it.each([
    ['scorm12', 'API', Scorm12API, 'cmi.core.lesson_status', 'cmi.core.score.raw', 'passed'],
    ['scorm2004', 'API_1484_11', Scorm2004API, 'cmi.success_status', 'cmi.score.raw', 'passed'],
  ] as const)(
    'reports both paths to the run-time of %s',
    async (format, name, Runtime, status, score, done) => {
      const api = new Runtime({ autocommit: false, logLevel: 5 });
      const value = (field: string) => api[format === 'scorm12' ? 'LMSGetValue' : 'GetValue']?.(field);
      const window = { [name]: api } as unknown as Window;
      const opened = openScorm(format, packedIncident('profile'), window);
      const kept = progressText({}, {}, { 'profile.7': wrong });
      await opened.report(platformOutcome(wrong), kept);
      expect([value(score), value(status)]).not.toContain(done);
      expect(Number(value('cmi.interactions._count'))).toBe(3);
      await opened.report(platformOutcome(solved), kept);
      expect([Number(value(score)), value(status)]).toEqual([90, done]);
      expect(readIncidentProgress(unpacked(String(value('cmi.suspend_data'))))).toEqual({
        'profile.7': wrong,
      });
      opened.leave();
    },
  );
});

describe('the outcome of a lesson', () => {
  const folder = lessonFolders.find(({ id, reveal }) => id !== '' && reveal.see.answer.kind === 'choice');
  if (!folder) throw new Error('no lesson asks for a choice');
  const { see } = folder.reveal;
  const right = see.answer.kind === 'choice' ? see.answer.right : '';
  const outcome = (progress: object) =>
    outcomeOf({ ...NOTHING, ...progress }, folder.lesson, folder.reveal, () => []);

  it('counts question, check and transfer, and never the prediction', () => {
    expect(outcome({ given: { see: right } })).toMatchObject({ score: 1 / 3, isComplete: false });
    expect(outcome({ given: { see: right }, passed: '' })?.score).toBeCloseTo(2 / 3);
    expect(outcome({ given: {} })).toMatchObject({ score: 0, answers: [] });
  });

  it('does not count a check whose solution was shown', () => {
    const reached = STEPS.length - 1;
    expect(outcome({ reached, passed: '', wasShown: true })).toMatchObject({ score: 0, isPassed: false });
    expect(outcome({ reached, passed: '', given: { see: right } })).toMatchObject({ isPassed: true });
  });

  it('says nothing about right or wrong for “I don’t know”', () => {
    expect(outcome({ given: { see: null } })?.answers).toMatchObject([
      { question: 'see', kind: 'choice', given: null, isRight: null },
    ]);
  });

  it('writes every kind of answer as text', () => {
    expect([null, 'pool', 1.5, ['b', 'a'], { wire: 60, loop: 40 }].map(responseText)).toEqual([
      '',
      'pool',
      '1.5',
      'b,a',
      'wire:60,loop:40',
    ]);
  });
});
