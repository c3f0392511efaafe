import { describe, expect, it } from 'vitest';
import en from '../../../src/i18n/en/issues.json';
import { issueText } from '../../../src/i18n/issues.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import type { Problem, ProblemCode } from '../../../src/model/scenario/problem.ts';
import { inProcessEngine } from '../../support/in-process.ts';

const engine = inProcessEngine();

/** Bad input of every kind that the engine tells apart. */
const bad: Readonly<Record<string, string>> = {
  'SCN-01': '{"network":\n {"rttUs": 1000',
  'SCN-02': '{"network": {"rtUs": 5}}',
  'SCN-03': '{"client": {"cores": "many"}}',
  'SCN-04': '{"network": {"rttUs": -4}}',
  'SCN-05': '{"client": {"io": {"kind": "blockin"}}}',
  'SCN-06': '{"client": {"io": {}}}',
  'SCN-07': '{"version": 9}',
  'SCN-08': '{"client": {"io": {"kind": "blocking"}, "connections": {"kind": "shared"}}}',
  'SCN-10': '{"network": {"rttUs": 0}, "costs": {"profile": "ideal"}}',
  'SCN-11':
    '{"workload": {"batch": {"kind": "transaction"}}, "client": {"io": {"kind": "eventLoops"}, "connections": {"kind": "shared"}}}',
  'SCN-19': '{"workload": {"command": {"replyBytes": 16777216}, "batch": {"kind": "pipeline", "size": 100}}}',
  'SCN-09': '{"workload": {"command": {"execUs": {"kind": "uniform", "min": 9, "max": 1}}}}',
  'SCN-16': '{"client": {"runtime": {"kind": "goroutines"}, "io": {"kind": "eventLoops"}}}',
  'SCN-17': '{"client": {"runtime": {"kind": "eventLoop"}}}',
  'SCN-18': '{"client": {"io": {"kind": "writerReader"}}}',
  'SCN-24': '{"client": {"connections": {"kind": "pooled", "maxTotal": 10000}}, "server": {"nodes": 16}}',
  'SCN-25': '{"server": {"nodes": 2, "ioThreads": {"kind": "redis6"}}}',
  'SCN-26': '{"workload": {"batch": {"kind": "transaction"}}, "client": {"crossSlot": {"kind": "split"}}}',
  'SCN-27':
    '{"workload": {"batch": {"kind": "multiKey", "size": 20000}, "arrivals": {"kind": "closed", "callers": 1}}, "client": {"crossSlot": {"kind": "split"}}}',
  'SCN-28':
    '{"client": {"runtime": {"kind": "goroutines"}, "crossSlot": {"kind": "split", "collect": {"kind": "busyPoll"}}}}',
  'SCN-29': '{"server": {"resharding": {"kind": "slots"}}}',
  'SCN-31':
    '{"workload": {"second": {"share": 0.1, "blockMs": 20}}, "server": {"ioThreads": {"kind": "redis6"}}}',
  'SCN-32':
    '{"client": {"io": {"kind": "eventLoops", "ioRatio": 70, "taskFairness": "netty42"}, "connections": {"kind": "shared"}}}',
  'SCN-34': '['.repeat(200),
  'SCN-35': JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x${at}`, 0]))),
  'SCN-33': '{"workload": {"second": {"share": 0.75}, "third": {"share": 0.5}}}',
  'SCN-36':
    '{"client": {"runtime": {"kind": "eventLoop"}, "io": {"kind": "eventLoops", "loops": 4, "flush": {"kind": "writable"}}}}',
  'SCN-48': '{"events": [{"kind": "burst"}]}',
  'SCN-50':
    '{"client": {"clientSideCaching": {"kind": "tracking"}}, "workload": {"batch": {"kind": "pipeline"}}}',
  'SCN-37': '{"client": {"instances": 1024}}',
  'SCN-38': '{"network": {"tls": {"kind": "tls13"}}, "server": {"ioThreads": {"kind": "redis6"}}}',
  'SCN-52':
    '{"client": {"subscriptions": 1, "io": {"kind": "eventLoops"}, "connections": {"kind": "shared"}}, "server": {"nodes": 3}}',
  'SCN-53': '{"network": {"proxy": {"kind": "multiplexing"}}, "server": {"nodes": 3}}',
  'SCN-30': '{"server": {"nodes": 16, "resharding": {"kind": "slots", "slots": 16384}}}',
};

it('every code that the engine knows has bad input here', () => {
  const engineCodes = Object.keys(en).filter((code) => code.startsWith('SCN-'));
  expect(Object.keys(bad).sort()).toEqual(engineCodes.sort());
});

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(Object.entries(bad))('%s is said with its facts', async (code, json) => {
    const { issues } = await engine.normalize(json);
    // The last of a list says how many more there are.
    const own = code === 'SCN-35' ? issues.slice(-1) : issues;
    expect(own.map((issue) => issue.code)).toEqual([code]);
    expect(own.map((issue) => issueText(issue, language))).toMatchSnapshot();
  });

  it.each(Object.keys(en).filter((key) => /\d$/.test(key)) as ProblemCode[])(
    '%s says what happened, why and what to do',
    (code) => {
      const problem: Problem = {
        code,
        path: 'network.rttUs',
        value: '-4',
        min: 0,
        max: 10,
        nearest: 0,
        facts: {
          address: 'x',
          host: 'h',
          why: 'clients',
          count: 9,
          path: 'client.runtime',
          value: 'threads',
          driver: 'nodeRedis',
          client: 'Jedis 7.5.3',
          program: 'java',
          tool: 'mvn',
          ms: 2000,
          percent: 99,
          us: 80,
          cores: 2,
          version: 2,
          known: 1,
          command: 'KEYS',
          what: 'key',
          limit: 1,
          node: 'n',
          slot: 2,
          message: 'm',
          format: 'CSV',
          advice: 'tool --csv',
          hasAdvice: 'yes',
          offered: '60,000',
          done: '15,000',
          part: '400%',
          waiting: '4,000',
          backlog: '100,000',
          percentile: 'p99',
          needed: '1,000',
          whole: '700',
          kept: '32',
          isTooFar: 'true',
          which: 'both',
          isAll: 'false',
          failed: '95,284',
          shed: '7,453',
          rtt: '1 s',
          ran: '0.55 s',
          side: 'b',
          taken: 'none',
          file: 'results.json',
          title: '4b',
          student: 'Ann',
          columns: 'id, mail',
          line: 3,
        },
      };
      const text = issueText(problem, language);
      expect(text).not.toMatch(/[{}]|issues\.|undefined|null/);
      // BR-13 quotes Redis, which says it in its own words.
      if (code !== 'BR-13') expect(text.match(/[.。??!]/g)?.length ?? 0).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('a sentence', () => {
  it('names the field in the reader’s words when it knows them', () => {
    const problem: Problem = {
      code: 'SCN-04',
      path: 'network.rttUs',
      value: '-4',
      min: 0,
      max: 10,
      nearest: 0,
    };
    expect(issueText(problem, 'en', { labelOf: () => 'Round-trip time' })).toContain(
      'Round-trip time (network.rttUs) = -4',
    );
  });

  it('quotes a text as it was written, and says of none that it is missing', () => {
    const problem: Problem = { code: 'SCN-03', path: 'client.io', expected: 'object' };
    const written = { ...problem, value: JSON.stringify('{"kind":"x"}') };
    expect(issueText(written, 'en')).toContain('client.io is “{"kind":"x"}”, but');
    const none: Problem = { ...problem, path: 'network.rttUs', expected: 'number', value: '""' };
    expect(issueText(none, 'en')).toBe('network.rttUs is empty. Enter a number.');
    expect(issueText(none, 'zh-CN')).toBe('network.rttUs 是空的。请填写一个数字。');
  });

  it('names the scenario where all of it is wrong', () => {
    const problem: Problem = { code: 'SCN-03', path: '', expected: 'object', value: '[1]' };
    expect(issueText(problem, 'en')).toMatch(/^The scenario is \[1\]/);
    expect(issueText(problem, 'zh-CN')).toMatch(/^场景/);
  });

  it('keeps text from outside as it is, even when it looks like a message', () => {
    const problem: Problem = { code: 'SCN-02', path: '{count, plural, <b>', allowed: ['<x>'] };
    expect(issueText(problem, 'en')).toContain('“{count, plural, <b>”');
  });
});
