/** Tests the texts that the bridge reads from a real Redis for "Your system": read like pasted text, without names. */
import { describe, expect, it } from 'vitest';
import { maskedClients, maskedInfo, slowLogText } from '../../src/bridge/server/observe.ts';
import { parseTarget } from '../../src/bridge/server/redis-target.ts';
import { read } from '../../src/system/readers/read.ts';
import { redisForTests } from '../support/redis.ts';
import { dial, serverForTests } from './dial.ts';

describe('a real Redis', () => {
  it('gives counters, connections and slow commands, and no names', async () => {
    const redis = await redisForTests();
    const server = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });
    await redis.command('CONFIG', 'SET', 'slowlog-log-slower-than', '0');
    await redis.command('CLIENT', 'SETNAME', 'orders-service');
    await redis.command('SET', 'secret-key', 'secret-value');
    // Counters become rates over the uptime, in whole seconds.
    const uptime = async () => String(await redis.command('INFO', 'server'));
    await expect.poll(uptime).toMatch(/uptime_in_seconds:[1-9]/);
    const line = await dial(server);
    const found = await line.ask('observe', {});
    await line.close();
    expect(found.refused).toEqual([]);
    const all = Object.values(found).join('\n');
    for (const name of ['secret-key', 'secret-value', 'orders-service']) expect(all).not.toContain(name);
    const reading = read([
      { id: '0', name: 'INFO', text: found.info },
      { id: '1', name: 'CLIENT LIST', text: found.clientList },
      { id: '2', name: 'SLOWLOG GET', text: found.slowLog },
    ]);
    expect(reading.pieces.map(({ kind }) => kind)).not.toContain(null);
    expect(reading.observed.connectedClients?.value).toBeGreaterThan(0);
    expect(reading.observed.commandsPerSecByName?.value).toHaveProperty('set');
    expect(reading.observed.clients?.value.length).toBeGreaterThan(0);
    expect(reading.observed.slowCommands?.value.map(({ name }) => name)).toContain('set');
  });

  it('says which commands its user may not send', async () => {
    const redis = await redisForTests();
    await redis.command('ACL', 'SETUSER', 'default', '-slowlog');
    const server = await serverForTests({ redis: parseTarget(`unix:${redis.socketPath}`) ?? 'none' });
    const line = await dial(server);
    const found = await line.ask('observe', {});
    await line.close();
    expect(found).toMatchObject({ refused: ['SLOWLOG GET'], slowLog: '' });
    expect(found.info).toContain('redis_version');
  });
});

describe('the masks', () => {
  it('leave counters, and replace hosts and names', () => {
    expect(maskedInfo('redis_version:7.2.4\r\nexecutable:/opt/acme/redis-server\r\nslave0:ip=10.0.0.9')).toBe(
      'redis_version:7.2.4\r\nexecutable:•••\r\nslave0:•••',
    );
    const line = (host: string) => `id=3 addr=${host}:4711 laddr=10.0.0.1:6379 name=orders user=acme cmd=get`;
    expect(maskedClients(`${line('10.1.2.3')}\n${line('[fd00::7]')}`)).toBe(
      [
        'id=3 addr=host-1:4711 laddr=host-2:6379 name=••• user=••• cmd=get',
        'id=3 addr=host-3:4711 laddr=host-2:6379 name=••• user=••• cmd=get',
      ].join('\n'),
    );
  });

  it('leave the name of a slow command only', () => {
    const text = slowLogText([[7, 1_700_000_000, 12_000, ['HGETALL', 'user:42'], '10.0.0.1:1', 'orders']]);
    expect(text).toContain('3) (integer) 12000');
    expect(text).toContain('"HGETALL"');
    expect(text).not.toMatch(/user:42|orders|10\.0/);
    expect(slowLogText(null)).toBe('');
  });
});
