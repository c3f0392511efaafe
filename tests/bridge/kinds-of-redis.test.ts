import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { describe, expect, it } from 'vitest';
import { type RedisOptions, startRedis } from '../../src/bridge/server/redis-process.ts';
import { parseTarget, type RedisTarget } from '../../src/bridge/server/redis-target.ts';
import { redisForTests, serverProgram } from '../support/redis.ts';
import { deep } from '../support/tier.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, serverForTests } from './dial.ts';
import { check, listen, measure, nodeScenario, pooled } from './live.ts';

/** Each client library, alone and through the relay. */
const pool = nodeScenario({ connections: pooled });
const relayed = nodeScenario({ flush: 'everyCommand', network: { rttUs: 1000 } });
const multiKey = nodeScenario({ batch: { kind: 'multiKey', size: 3 } });

/** @param most what `npm test` runs; the deep tier runs all of them */
async function expectToRun(redis: RedisTarget | undefined, most: readonly object[]): Promise<void> {
  if (!redis) throw new Error('not an address');
  const server = await serverForTests({ redis });
  const line = await dial(server);
  for (const scenario of deep ? [pool, relayed, multiKey] : most) {
    const { completed, problems } = check(await measure(line, scenario));
    expect(problems).toEqual([]);
    expect(completed).toBeGreaterThan(0);
  }
  await line.close();
  await server.close();
}

async function redisOnPort(options: RedisOptions = {}): Promise<number> {
  const redis = await startRedis(serverProgram(), { ...options, tcp: true });
  whenDone(() => redis.stop());
  return redis.port ?? 0;
}

describe('workloads run on a Redis', () => {
  it('on a port, with a password', async () => {
    const port = await redisOnPort({ password: 'op:en@ se/same' });
    const address = `redis://:${encodeURIComponent('op:en@ se/same')}@127.0.0.1:${port}`;
    await expectToRun(parseTarget(address), [pool, relayed]);
    // A password beside the address reaches all libraries in the same way.
    await expectToRun(parseTarget(`redis://localhost:${port}`, { password: 'op:en@ se/same' }), [multiKey]);
  });

  it('with a user who has only the needed permissions on the bridge’s keys', async () => {
    const may = ['+info', '+ping', '+get', '+set', '+mget', '+unlink', '+multi', '+exec', '+select'];
    const user = ['--user', 'lab', 'on', '>secret', '~roundtrip:*', ...may];
    const port = await redisOnPort({ extra: user });
    // The one needs MGET, the other PING and SET.
    await expectToRun(parseTarget(`redis://lab:secret@127.0.0.1:${port}/1`), [relayed, multiKey]);
  });

  it('with TLS and a trusted certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rt-tls-'));
    whenDone(() => rmSync(folder, { recursive: true, force: true }));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    execFileSync('openssl', [...request, ...subject, '-days', '2', '-keyout', key, '-out', certificate], {
      stdio: 'ignore',
    });
    const plain = await redisOnPort();
    const port = String(plain + 1 > 65_535 ? plain - 1 : plain + 1);
    const tls = ['--tls-port', port, '--tls-cert-file', certificate, '--tls-key-file', key];
    await redisForTests({ extra: [...tls, '--tls-auth-clients', 'no'] });
    const ca = readFileSync(certificate, 'utf8');
    await expectToRun(parseTarget(`rediss://localhost:${port}`, { ca }), [pool, relayed]);
    // Without it the server is a stranger.
    const strange = await serverForTests({ redis: parseTarget(`rediss://localhost:${port}`) ?? 'none' });
    const line = await dial(strange);
    expect((await line.fail('hello', {})).code).toBe('BR-05');
    await line.close();
  });

  it('that is the only node of a cluster', async () => {
    const redis = await redisForTests({ extra: ['--cluster-enabled', 'yes'], tcp: true });
    await redis.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    await expect.poll(() => redis.command('CLUSTER', 'INFO')).toContain('cluster_state:ok');
    // Keys of one command that belong to different slots are refused.
    await expectToRun(parseTarget(`unix:${redis.socketPath}`), [multiKey]);
  });
});

it('a password does not appear on the command line of redis-benchmark', async () => {
  const port = await redisOnPort({ password: 'open' });
  const server = await serverForTests({ redis: parseTarget(`redis://:open@127.0.0.1:${port}`) ?? 'none' });
  const line = await dial(server);
  const wish = { scenario: nodeScenario(), seconds: 0.1, driver: 'redisBenchmark' as const };
  expect((await line.fail('run', wish)).detail).toMatchObject({ path: 'driver' });
  await line.close();
});

it.runIf(existsSync('/proc/self/cmdline'))(
  'redis-benchmark runs as a temporary user with few permissions',
  async () => {
    const server = await serverForTests();
    const { password = '', unixPath } = server.target ?? {};
    expect(password).not.toBe('');
    const owner = await createClient({ socket: { path: unixPath ?? '', tls: false }, password }).connect();
    whenDone(() => owner.destroy());
    const users = async () => (await owner.sendCommand(['ACL', 'LIST'])) as unknown as string[];
    const commandLines = () =>
      readdirSync('/proc').flatMap((pid) => {
        try {
          const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          return line.split('\0')[0]?.endsWith('redis-benchmark') ? [line] : [];
        } catch {
          return [];
        }
      });
    const line = await dial(server);
    const { keyPrefix } = await line.ask('hello', {});
    const wish = { seconds: 0.5, driver: 'redisBenchmark' as const };
    const heard = listen(line);
    await line.ask('run', { scenario: nodeScenario(), ...wish });
    const seen = commandLines();
    expect(seen.length).toBeGreaterThan(0);
    for (const one of seen) expect(one).not.toContain(password);
    const made = (await users()).filter((user) => !user.startsWith('user default '));
    expect(made).toHaveLength(1);
    expect(made[0]).toContain(`~${keyPrefix}*`);
    expect(made[0]).toMatch(/ -@all \+(get \+set|set \+get)$/);
    const { summary } = await heard.measured();
    expect(summary?.requests.completed).toBeGreaterThan(0);
    await expect.poll(users).toHaveLength(1);
    await line.close();
  },
);

describe('a Redis that refuses the bridge differs from an unreachable one', () => {
  it.each([
    ['without a password', 'redis://127.0.0.1:PORT', ['CONFIG', 'SET', 'requirepass', '']],
    ['with a wrong one', 'redis://:wrong@127.0.0.1:PORT', ['CONFIG', 'SET', 'requirepass', 'wrong']],
    [
      'as an unknown user',
      'redis://nobody:open@127.0.0.1:PORT',
      ['ACL', 'SETUSER', 'nobody', 'on', '>open', '~*', '+@all'],
    ],
  ])('%s, and is used as soon as it accepts the bridge', async (_, address, letIn) => {
    const port = await redisOnPort({ password: 'open' });
    const server = await serverForTests({
      redis: parseTarget(address.replace('PORT', String(port))) ?? 'none',
    });
    const line = await dial(server);
    expect((await line.fail('hello', {})).code).toBe('BR-06');
    const wish = { scenario: nodeScenario(), seconds: 0.1 };
    expect((await line.fail('run', wish)).code).toBe('BR-06');
    const owner = await createClient({ url: `redis://:open@127.0.0.1:${port}` }).connect();
    await owner.sendCommand(letIn);
    owner.destroy();
    const knock = () =>
      line.ask('hello', {}).then(
        () => 'in',
        () => 'out',
      );
    await expect.poll(knock).toBe('in');
    expect(check(await measure(line, nodeScenario())).completed).toBeGreaterThan(0);
    await line.close();
  });

  it('a command that the user may not run is reported', async () => {
    const user = '--user reader on >secret ~roundtrip:* +info +ping +get +unlink'.split(' ');
    const port = await redisOnPort({ extra: user });
    const server = await serverForTests({
      redis: parseTarget(`redis://reader:secret@127.0.0.1:${port}`) ?? 'none',
    });
    const line = await dial(server);
    const failure = await line.fail('command', { words: ['SET', 'a', '1'] });
    expect(failure).toEqual({ code: 'BR-23', detail: { command: 'SET' } });
    const { summary } = await measure(line, nodeScenario());
    expect(summary?.requests.completed).toBe(0);
    expect(summary?.requests.failures.map(({ reason }) => reason)).toEqual(['NOPERM']);
    await line.close();
  });

  it('a cluster whose other nodes own the keys is reported', async () => {
    const redis = await redisForTests({
      extra: ['--cluster-enabled', 'yes', '--cluster-require-full-coverage', 'no'],
      tcp: true,
    });
    await redis.command('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
    const other = await redisForTests({ extra: ['--cluster-enabled', 'yes'], tcp: true });
    await other.command('CLUSTER', 'MEET', '127.0.0.1', String(redis.port));
    await expect.poll(() => other.command('CLUSTER', 'INFO')).toContain('cluster_known_nodes:2');
    await expect.poll(() => other.command('CLUSTER', 'INFO')).toContain('cluster_slots_assigned:16384');
    await expect.poll(() => other.command('CLUSTER', 'INFO')).toContain('cluster_state:ok');
    const server = await serverForTests({ redis: parseTarget(`unix:${other.socketPath}`) ?? 'none' });
    const line = await dial(server);
    const failure = await line.fail('command', { words: ['SET', 'a', '1'] });
    expect(failure).toMatchObject({ code: 'BR-12', detail: { node: `127.0.0.1:${redis.port}` } });
    // And is used as soon as it has them itself.
    const { keyPrefix } = await line.ask('hello', {});
    const slot = String(await other.command('CLUSTER', 'KEYSLOT', `${keyPrefix}a`));
    const id = String(await other.command('CLUSTER', 'MYID'));
    // As in a real resharding: a node that was importing the slot gets a newer epoch with it. Otherwise a ping of the former owner
    // that is under way takes the slot back (clusterUpdateSlotsConfigWith, cluster.c).
    const formerId = String(await redis.command('CLUSTER', 'MYID'));
    await other.command('CLUSTER', 'SETSLOT', slot, 'IMPORTING', formerId);
    for (const node of [other, redis]) await node.command('CLUSTER', 'SETSLOT', slot, 'NODE', id);
    expect(await line.ask('command', { words: ['SET', 'a', '1'] })).toBe('OK');
    await line.close();
  });
});
