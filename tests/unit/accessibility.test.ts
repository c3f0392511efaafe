/** The accessibility statement follows from tests: each test that it names exists, and nothing is claimed without one. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import report from '../../src/app/accessibility/criteria.json' with { type: 'json' };
import { PANELS } from '../../src/model/scenario/panels.ts';
import { PAGES } from '../e2e/pages.ts';

const { criteria, tests } = report;

it.each(Object.entries(tests))('the test %s exists', (_, { file, title }) => {
  expect(readFileSync(at('tests/e2e', file), 'utf8')).toContain(title);
});

it('has every criterion of WCAG 2.2, levels A and AA, once', () => {
  const ids = criteria.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // 31 of level A and 24 of AA; 4.1.1 is obsolete since version 2.2.
  expect(criteria.filter(({ level }) => level === 'A')).toHaveLength(31);
  expect(criteria.filter(({ level }) => level === 'AA')).toHaveLength(24);
});

it('claims support only where a test says so, and explains the rest', () => {
  for (const { id, support, tests: named, remark } of criteria) {
    for (const name of named) expect(Object.keys(tests), id).toContain(name);
    if (support === 'supports' || support === 'partial') expect(named.length, id).toBeGreaterThan(0);
    if (support === 'partial' || support === 'notTested') expect(remark, id).toBeDefined();
  }
});

it('has every page of the product in the list that the browser tests open', () => {
  const routes = [
    ...readFileSync(at('src/app/routes.ts'), 'utf8').matchAll(/\bpath: '(\/)'|\broute\(\s*'(\/\w+)'/g),
  ];
  expect(routes.length).toBeGreaterThan(9);
  const paths = routes.map(([, home, path]) => home ?? path);
  const listed = PAGES.map(([page]) => page);
  for (const path of paths) expect(listed).toContain(path);
  for (const panel of PANELS) expect(listed).toContain(`/lab?panel=${panel}`);
});
