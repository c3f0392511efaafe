/** Tests the messages on wrong words in a link: the allowed words, and the nearest of them. */
import { describe, expect, it } from 'vitest';
import { issueText } from '../../../../src/i18n/issues.ts';
import { replacements, withSuggestions } from '../../../../src/model/scenario/link-words.ts';
import { readLink } from '../../../../src/model/scenario/read-link.ts';

const told = (query: string) => withSuggestions(readLink(query).problems);

describe('an invalid value in a link', () => {
  it.each([
    ['zoom=xx', 'system, parts, calls', ['system', 'parts', 'calls']],
    ['panel=zz', 'figures, why, request, timeline', ['figures', 'why', 'request']],
    ['lang=fr', 'en, zh-CN', ['en', 'zh-CN']],
    ['theme=pink', 'light, dark', ['light', 'dark']],
    ['sync=clock', 'time, completed, request', ['time', 'completed', 'request']],
    ['layout=begginer', 'full, beginner', ['beginner']],
    ['explain=wires', 'clientMachine, callers', ['wire']],
    ['explain=somewhere', 'clientMachine, callers', []],
    ['paused=yes', '1, 0', ['1']],
    ['v=soon', 'Allowed here: 1, 2.', ['1', '2']],
    ['speed=banana', 'from 1us to 1s', []],
    ['speed=20 µs', 'from 1us to 1s', ['20us']],
    ['speed=5s', 'from 1us to 1s', ['1s']],
    ['speed=10ns', 'from 1us to 1s', ['1us']],
    ['t=-5ms', 'with unit (ns, us, ms, s)', ['0ns']],
    ['t=1,5 ms', 'with unit', ['1.5ms']],
    ['marks=1 ms', 'with unit', []],
    ['sel=3ms,2ms', 'the earlier first', []],
    ['lanes=2ms,3ms', 'such as a:1ms,2.5ms', []],
    ['follow=c:7', 'such as a:180', []],
    ['process=7', 'such as 7,0', []],
    ['compare=a:7', 'the followed request as well, such as follow=a:180', []],
    ['palette=kernel:red', 'States: user, kernel', []],
    ['embed=yes', 'one embedding origin', []],
    ['lock=chart', 'a setting’s path (network.rttUs)', ['charts']],
    ['a=letuce-shared', 'lettuce-shared', ['lettuce-shared']],
  ])('lists the valid values: %s', (query, allowed, words) => {
    const [problem] = told(query);
    if (!problem) throw new Error('nothing is said');
    expect(issueText(problem, 'en')).toContain(allowed);
    expect(replacements(problem).slice(0, 3)).toEqual(words);
    // In the other language it is more than what it was, too.
    const bare = issueText({ ...problem, suggestion: null, allowed: [], facts: {} }, 'zh-CN');
    if (problem.code === 'URL-03') expect(issueText(problem, 'zh-CN').length).toBeGreaterThan(bare.length);
  });

  it('adds nothing for a repeated or an unknown name', () => {
    expect(told('t=1ms&t=2ms')).toEqual(readLink('t=1ms&t=2ms').problems);
    expect(told('x')).toEqual(readLink('x').problems);
  });
});
