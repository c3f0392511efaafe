/** Compares the connection costs of the measured machine's profile with the measurements. */

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { at } from '../../.ci/paths.mjs';
import { numberIn, table } from '../../src/evidence/measured/tables.ts';

const measured = (test: string): number => {
  const line = table('connections').find((each) => each.test === test);
  return (line && numberIn(line, 'value')) ?? Number.NaN;
};
const costs: Record<string, { value: number; provenance: string }> = JSON.parse(
  readFileSync(at('wasm/src/scenario/profiles/linux-2core-vm.json'), 'utf8'),
).costs;
const cost = (name: string): number => costs[name]?.value ?? Number.NaN;

it('opening one takes socket(), its options and connect()', () => {
  const calls = measured('tcp_socket_and_3_options') + measured('tcp_connect_loopback');
  expect(cost('connectNs') / calls).toBeCloseTo(1, 1);
});

it('closing one takes epoll_ctl() and the second close(), or slightly less', () => {
  const second = measured('epoll_ctl_del_and_tcp_close_second');
  expect(cost('closeNs') / second).toBeGreaterThan(1);
  expect(cost('closeNs') / second).toBeLessThan(1.15);
});

it('the server’s cost of a new connection is the measured difference to a PING on an open one', () => {
  const more =
    measured('redis_cpu_ping_on_a_new_connection') - measured('redis_cpu_ping_on_a_connection_that_stays');
  const endRead = cost('socketReadNs') + cost('clientTurnNs');
  const charged = cost('acceptNs') + cost('closeNs') + endRead + 2 * cost('epollEventNs');
  expect(charged / more).toBeCloseTo(1, 2);
  const calls = measured('accept4') + measured('getpeername_and_5_options') + measured('epoll_ctl_add');
  expect(cost('acceptNs')).toBeGreaterThan(calls);
  for (const name of ['connectNs', 'acceptNs', 'closeNs']) expect(costs[name]?.provenance).toBe('measured');
});
