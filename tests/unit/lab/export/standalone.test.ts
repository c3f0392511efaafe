import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from '../../../../.ci/paths.mjs';
import { withStart } from '../../../../src/lab/export/SaveStandalone.tsx';

const PAGE = '<head><!-- start --><script type="module">the page</script></head>';
const started = (hash: string, language = 'en') => {
  const script = /^<head><script>(.*?)<\/script>/.exec(withStart(PAGE, hash, language))?.[1] ?? '';
  let shown = '';
  new Function('location', script)({ hash: '', replace: (to: string) => (shown = to) });
  return shown;
};

test('the saved page opens with what was shown, in the language it was saved in', () => {
  expect(started('#/lab?a=jedis-pool-8&network.rttUs=250')).toBe(
    '#/lab?a=jedis-pool-8&network.rttUs=250&lang=en',
  );
  expect(started('#/learn/rtt', 'zh-CN')).toBe('#/learn/rtt?lang=zh-CN');
  expect(started('#/lab?lang=en&t=2ms', 'zh-CN')).toBe('#/lab?lang=en&t=2ms');
});

test('a link cannot put anything into the page', () => {
  const html = withStart(PAGE, '#/lab?x=</script><script>alert(1)</script>$&', 'en');
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(started('#/lab?x=</script>"$&')).toBe('#/lab?x=</script>"$&&lang=en');
});

test('whoever opens the saved page at an address of its own gets that', () => {
  const script = /<script>(.*?)<\/script>/.exec(withStart(PAGE, '#/lab', 'en'))?.[1] ?? '';
  new Function('location', script)({
    hash: '#/learn',
    replace: () => {
      throw new Error('it was sent elsewhere');
    },
  });
});

test('the build writes the file that is asked for, with the place for the start', () => {
  const built = readFileSync(at('.ci/one-file.mjs'), 'utf8');
  const asked = readFileSync(at('src/lab/export/SaveStandalone.tsx'), 'utf8');
  for (const text of ['standalone.html', '<!-- start -->']) {
    expect(built).toContain(text);
    expect(asked).toContain(text);
  }
});
