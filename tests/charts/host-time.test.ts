import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { type HostTimeData, type HostTimeWords, hostTime, machinesOf } from '../../src/charts/host-time.ts';
import { toText } from '../../src/charts/svg-text.ts';
import en from '../../src/i18n/en/plots.json';
import zh from '../../src/i18n/zh-CN/plots.json';
import { paletteOf } from '../../src/lib/palette.ts';
import { busyPool, complete, loadEngine, recordAll } from '../engine/runs.ts';

const data: HostTimeData = [
  { side: 'a', host: 'client', cores: 8, user: 0.25, kernel: 0.5, switch: 0.125, idle: 0.125 },
  { side: 'b', host: 'server', cores: 2, user: 0, kernel: 0, switch: 0, idle: 1 },
];
const words: HostTimeWords = {
  host: ({ side, host, cores }) => `${side} ${host} ${cores}`,
  state: (state) => state,
  percent: (share) => `${share * 100}%`,
  tableCaption: 'cores',
  tableHost: 'host',
  sentence: (facts) => Object.values(facts).join(' '),
  empty: 'nothing yet',
};
const box = { width: 600, height: 200, fontSize: 10 };
const draw = (shown: HostTimeData) => toText(hostTime.draw(shown, box, paletteOf('light'), words));

describe('what the cores did', () => {
  it('gives every machine a bar whose parts are as wide as their shares', () => {
    const text = draw(data);
    const widths = [...text.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="([\d.]+)"/g)].map(([, width]) =>
      Number(width),
    );
    const [user = 0, kernel = 0, switching = 0, idle = 0, alone = 0] = widths;
    expect(widths).toHaveLength(5);
    expect(kernel / user).toBeCloseTo(2, 1);
    expect(switching).toBeCloseTo(idle, 1);
    expect(user + kernel + switching + idle).toBeCloseTo(alone, 0);
  });

  it('tells states apart by pattern as well as by colour, and leaves idle time empty', () => {
    const text = draw(data);
    for (const state of ['user', 'kernel', 'switch']) expect(text).toContain(`fill="url(#core-${state})"`);
    expect(text.match(/fill="#ffffff" stroke/g)).toHaveLength(2);
  });

  it('says it in a sentence for each machine, and in a table', () => {
    expect(hostTime.describe(data, words)).toBe('A client 8 87.5% 25% 50% 12.5% B server 2 0% 0% 0% 0%');
    expect(hostTime.describe([], words)).toBe('nothing yet');
    expect(hostTime.table(data, words).rows).toEqual([
      ['A client 8', 0.25, 0.5, 0.125, 0.125],
      ['B server 2', 0, 0, 0, 1],
    ]);
  });

  it('draws before there is anything', () => {
    expect(draw([])).toContain('<svg');
  });

  it.each([
    ['en' as const, en],
    ['zh-CN' as const, zh],
  ])('names the machine that both share after both, in %s', async (locale, plots) => {
    const engine = await loadEngine();
    const hostsOf = (host: object) => {
      engine.open(complete(engine, { ...busyPool, server: { host } }), false);
      recordAll(engine);
      return engine.summary().hosts;
    };
    const t = createTranslator({ locale, messages: plots as typeof en, namespace: 'hosts' });
    const named = (hosts: HostTimeData) =>
      hosts.map(({ side, host, cores }) => t('host', { side, host, cores }));
    const [one, ...none] = named(machinesOf('a', hostsOf({ kind: 'client' })));
    expect(one).toMatch(locale === 'en' ? /^a client and server, \d+ cores$/ : /^a 客户端和服务端，\d+ 核$/);
    expect(none).toEqual([]);
    const both = named(machinesOf('a', hostsOf({ kind: 'own', cores: 2 })));
    expect(both).toHaveLength(2);
    expect(both.join()).not.toContain(one?.split(/[,，]/)[0]);
  });
});
