import { expect, it } from 'vitest';
import { toHtml } from '../../src/charts/report.ts';
import { svg } from '../../src/charts/svg.ts';

it('a report stands alone, with everything escaped and numbers as people read them', () => {
  const html = toHtml({
    language: 'en',
    title: 'a < b',
    intro: 'why',
    notes: ['from "here"'],
    number: (value, unit) => `${value} ${unit}`,
    sections: [
      {
        title: 'one & two',
        caption: 'what one sees',
        drawing: svg('svg', { viewBox: '0 0 1 1' }, svg('text', {}, '<script>')),
        tables: [
          {
            caption: 'all',
            columns: [
              { title: 'name', unit: 'text' },
              { title: 'rate', unit: '1/s' },
            ],
            rows: [
              ['<b>', 5],
              ['none', undefined],
            ],
          },
        ],
      },
    ],
  });
  expect(html).toContain('<h1>a &lt; b</h1>');
  expect(html).toContain('<h2>one &amp; two</h2>');
  expect(html).toContain('&lt;script&gt;');
  expect(html).not.toMatch(/<script|<b>|src=|href=|url\(/);
  expect(html).toContain('<tr><th scope="row">&lt;b&gt;</th><td class="n">5 1/s</td></tr>');
  expect(html).toContain('<tr><th scope="row">none</th><td class="n"></td></tr>');
  expect(html).toContain('from &quot;here&quot;');
});
