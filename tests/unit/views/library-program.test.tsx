// @vitest-environment happy-dom
/** Tests the texts on a client library whose tools are missing, too old, or installed. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { ProgramState, ToolState } from '../../../src/bridge/protocol.ts';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { LibraryProgram } from '../../../src/live/LibraryProgram.tsx';
import { type LiveState, live } from '../../../src/live/live-state.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import '../../support/patience.ts';

const initial = live.getState();
afterEach(() => {
  cleanup();
  live.setState(initial, true);
});

const tool = (name: string, version: string | null, isUsable = false): ToolState => ({
  name,
  version,
  isUsable,
});

it.each([
  [
    'en',
    [tool('java', null), tool('mvn', null)],
    /Jedis 7\.5\.3 needs a JDK, version 17 or newer\. It is not installed/,
  ],
  ['en', [tool('java', '11.0.2'), tool('mvn', null)], /The installed version is 11\.0\.2/],
  ['en', [tool('java', '17.0.1', true), tool('mvn', null)], /needs Maven/],
  ['zh-CN', [tool('java', null), tool('mvn', null)], /Jedis 7\.5\.3 需要本机安装 JDK 17/],
] as const)('%s: %o', async (language, tools, sentence) => {
  const catalogue = await loadCatalogue(language);
  const programs: ProgramState[] = [{ program: 'java', tools: [...tools], built: [] }];
  live.setState({ status: 'connected', programs } as unknown as LiveState);
  render(
    <Texts language={language} catalogue={catalogue}>
      <LibraryProgram library="jedis" version="7.5.3" />
    </Texts>,
  );
  expect((await screen.findByRole('status')).textContent).toMatch(sentence);
  expect(screen.queryByRole('button')).toBeNull();
});
