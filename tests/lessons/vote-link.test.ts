/** The address that a class types or scans leads to its vote. */
import { expect, it } from 'vitest';
import { LESSONS } from '../../src/learn/lessons/course.ts';
import { voteNamed } from '../../src/learn/lessons/votes.ts';
import { voteAddress, voteHash } from '../../src/learn/teach/class-vote.ts';

it.each(LESSONS.map(({ id }) => id))('the vote of %s is in its short address, with the code', (id) => {
  const address = voteAddress(id, { code: 'AB2DE', origins: ['http://192.168.1.7:41235'] });
  expect(address).toMatch(/^http:\/\/192\.168\.1\.7:41235\/#\/learn\/\d{1,2}-AB2DE$/);
  const name = address.split('/').at(-1) ?? '';
  expect(voteHash(name)).toBe(`#/learn/${id}?stop=predict&class=AB2DE`);
  // As it is typed on a phone.
  expect(voteNamed(name.toLowerCase())).toEqual({ id, code: 'AB2DE' });
});

it('no other name is taken for a vote', () => {
  for (const name of ['journey', '0-AB2DE', '99-AB2DE', '3-A', '3', 'own', 'write'])
    expect(voteHash(name)).toBeUndefined();
});
