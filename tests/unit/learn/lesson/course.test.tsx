// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { Course } from '../../../../src/learn/lesson/Course.tsx';
import { MODULES } from '../../../../src/learn/lessons/course.ts';
import { Texts } from '../../../../src/ui/texts.tsx';
import '../../../support/patience.ts';

afterEach(cleanup);

it('shows what follows the lessons only when all of them are there: they would push it out of sight', async () => {
  render(
    <Texts language="en" catalogue={await loadCatalogue('en')}>
      <Course />
    </Texts>,
  );
  const modules = () => screen.getAllByRole('heading', { level: 2 }).length;
  const seen: [number, boolean][] = [];
  const look = () => seen.push([modules(), screen.queryByRole('link', { name: /^Glossary/ }) !== null]);
  const observer = new MutationObserver(look);
  look();
  observer.observe(document.body, { childList: true, subtree: true });
  await screen.findByRole('link', { name: /^Glossary/ });
  observer.disconnect();
  look();
  expect(seen[0]?.[1]).toBe(false);
  for (const [count, isFollowed] of seen) expect(isFollowed).toBe(count > MODULES.length);
});
