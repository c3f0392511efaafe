// @vitest-environment happy-dom
/** Tests the messages on an invalid link, on the real engine, and the buttons that fix it. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadCatalogue } from '../../../../src/i18n/catalogue.ts';
import { openLink } from '../../../../src/lab/link/open.ts';
import { LinkProblems } from '../../../../src/lab/page/LinkProblems.tsx';
import type { Language } from '../../../../src/lib/languages.ts';
import { Texts } from '../../../../src/ui/texts.tsx';
import { ui } from '../../../../src/ui/ui-state.ts';
import { useStore } from '../../../../src/ui/use-store.ts';
import '../../../support/patience.ts';
import { closeLab, openShortLab, SHORT, value, wait } from '../../../support/short-lab.ts';

const Problems = () => useStore(ui, ({ problems }) => problems.length > 0) && <LinkProblems />;

async function open(query: string, language: Language = 'en'): Promise<void> {
  await openLink(`${SHORT}&${query}`);
  render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <Problems />
    </Texts>,
  );
}

const said = () => (screen.getByRole('alert').textContent ?? '').replace(/\s+/g, ' ');

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

const isMended = () => wait(() => screen.queryByRole('alert') === null);

beforeEach(openShortLab);

afterEach(() => {
  cleanup();
  closeLab();
});

describe('a wrong link says what is wrong, and shows the rest', () => {
  it.each([
    ['network.rttUs=-4', 'URL-02', /Round-trip time \(network\.rttUs\) = -4 is outside 0 to 10,000,000/],
    [
      'a.client.conections.maxTotal=5',
      'URL-11',
      /“client\.conections\.maxTotal”.*Did you mean “client\.connections\.maxTotal”/,
    ],
    ['network.rttUs=soon', 'SCN-03', /must be a number/],
    ['a=jedis-pool-9', 'URL-12', /“jedis-pool-9”, which does not exist. Did you mean “jedis-pool-8”/],
    ['v=7&a=whatever', 'URL-09', /newer version made this link \(v=7; this page reads up to v=2\)/],
    ['marks=5ms,foo', 'URL-03', /An invalid part was ignored: marks = foo/],
    ['a=jedis-pool-50&a=jedis-pool-8', 'URL-03', /sets a more than once.*\(jedis-pool-8\) was used/],
    ['t=99999s', 'URL-02', /t = 99999s is after the shorter run’s end/],
    [
      'client.io.loops=4',
      'URL-13',
      /A does not have .*\(client\.io\.loops\), which.*It was applied to B only/,
    ],
    ['t=yesterday', 'URL-03', /An invalid part was ignored: t = yesterday.*with unit/],
    ['zoom=xx', 'URL-03', /Allowed here: system, parts, calls.*Use system.*Use parts.*Use calls/],
    ['%E0%A4%A', 'URL-03', /An invalid part/],
    ['b.client.io.kind=blocking', 'SCN-08', /Blocking callers cannot share/],
  ])('%s', async (query, code, sentence) => {
    await open(query);
    expect(said()).toContain(code);
    // Sentences load with the first problem.
    await wait(() => sentence.test(said()));
    expect(value('a', 'client.connections.maxTotal')).toBe(8);
    expect(value('a', 'network.rttUs')).toBe(1000);
    press('Dismiss');
    await isMended();
  });

  it('in Chinese, too', async () => {
    await open('network.rttUs=-4', 'zh-CN');
    expect(said()).toContain('链接里的 往返时延 RTT (network.rttUs) = -4');
  });
});

describe('a button mends a link', () => {
  it('whose choice there is not, beside one with a unit', async () => {
    await open('client.connections.kind=zzz&network.rttUs=2ms');
    expect(value('a', 'network.rttUs')).toBe(2000);
    expect(said()).toContain('SCN-05');
    press('Use Shared');
    await wait(() => value('b', 'client.connections.kind') === 'shared');
    await isMended();
  });

  it('whose value is out of range', async () => {
    await open('a.client.connections.maxTotal=50000');
    expect(said()).toContain('The link’s Pool size');
    press('Use 10,000');
    await wait(() => value('a', 'client.connections.maxTotal') === 10_000);
    await isMended();
  });

  it('that names a setting as people call it', async () => {
    await open('connections=12&pool=50000&workload.command.execUs=5');
    expect(said()).toContain(
      'names “connections”, which is not a setting. Did you mean “client.connections.maxTotal”?',
    );
    press('Use A: client.connections.maxTotal = 12, B: client.connections.count = 12');
    await wait(() => value('a', 'client.connections.maxTotal') === 12);
    await wait(() => value('b', 'client.connections.count') === 12);
    expect(location.hash).toContain('a.client.connections.maxTotal=12');
    press('Use A: client.connections.maxTotal = 10,000');
    await wait(() => value('a', 'client.connections.maxTotal') === 10_000);
    // A number in the place of a distribution is its only value.
    press(/^Use workload\.command\.execUs\.value = 5\sµs$/);
    await wait(() => value('b', 'workload.command.execUs.value') === 5);
    expect(location.hash).not.toContain('execUs=');
    await isMended();
  });
});
