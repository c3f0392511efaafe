import { describe, expect, it } from 'vitest';
import { STEPS } from '../../../src/learn/lessons/lesson.ts';
import { NOTHING } from '../../../src/learn/lessons/progress.ts';
import { FORMATS } from '../../../src/learn/platform/formats.ts';
import { outcomeOf, responseText } from '../../../src/learn/platform/outcome.ts';
import { packageFiles, zippedPackage } from '../../../src/learn/platform/package.ts';
import { packageIn } from '../../../src/learn/platform/platform-state.ts';
import { packed, unpacked } from '../../../src/learn/platform/scorm.ts';
import { lessonFolders } from '../../lessons/files.ts';

const PAGE = `<meta content="connect-src data:; base-uri 'none'">`;
const lesson = {
  id: 'pool',
  title: 'A & B <pool>',
  goal: 'One "pool"',
  hash: '#/learn/pool',
  language: 'en',
};
const content = { title: 'T', description: 'D', language: 'en', lessons: [lesson], page: PAGE };

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
