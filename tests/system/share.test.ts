import { describe, expect, it } from 'vitest';
import { deflated } from '../../src/lib/deflate.ts';
import { assemble } from '../../src/system/assemble.ts';
import { findingsAtOnce } from '../../src/system/diagnosis/diagnose.ts';
import { read } from '../../src/system/readers/read.ts';
import { packShared, type Shared, unpackShared } from '../../src/system/share.ts';
import { normalize } from './engine.ts';
import { FIXTURES } from './fixtures.ts';

async function shared(given: Partial<Shared>): Promise<{ packed: string; shared: Shared }> {
  const whole = { pieces: [], answers: {}, goal: 'p99<5ms', vary: undefined, ...given };
  const packed = await packShared(whole);
  const unpacked = packed === undefined ? undefined : await unpackShared(packed);
  if (packed === undefined || !unpacked) throw new Error('no link');
  return { packed, shared: unpacked };
}

async function findingsOf({ pieces, answers }: Pick<Shared, 'pieces' | 'answers'>) {
  const reading = read(pieces, answers);
  const assembled = await assemble(reading, answers, normalize);
  if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
  const findings = findingsAtOnce({ reading, ...assembled, instances: reading.instances });
  return { scenario: assembled.scenario, ids: findings.map(({ id }) => id) };
}

const TEXT = [
  'spring:',
  '  data:',
  '    redis:',
  '      # our production cache, ask Alice',
  '      host: cache-7.corp.example.com',
  '      password: hunter2',
  '      jedis:',
  '        pool:',
  '          max-active: 64',
  '          max-idle: 8',
].join('\n');

describe('a link to a system', () => {
  it('holds goal, answers and what may change', async () => {
    const vary = [{ path: 'client.connections.maxTotal', min: 1, max: 200, isWhole: true }];
    const given = { answers: { callers: 100 }, goal: 'p99<3ms at 500/s', vary };
    const back = (await shared({ ...given, pieces: [{ id: '0', name: 'a.yml', text: TEXT }] })).shared;
    expect(back).toMatchObject(given);
  });

  it('holds the lines that count at their places, and neither secrets, hosts nor comments', async () => {
    const { shared: back } = await shared({ pieces: [{ id: '0', name: '/home/me/a.yml', text: TEXT }] });
    const text = back.pieces[0]?.text ?? '';
    expect(text.split('\n')[8]).toBe('          max-active: 64');
    expect(back.pieces[0]?.name).toBe('a.yml');
    expect(text).not.toMatch(/hunter2|corp|Alice|host/);
  });

  it('leaves out hosts where they stand in a line that counts', async () => {
    const texts = [
      'cache-7.corp.example.com:6380,syncTimeout=500,abortConnect=false',
      'redis://bob:s3cr3t@cache-7.corp.example.com:6380/0?pool_size=20',
      'JedisPool p = new JedisPool(config, "cache-7.corp.example.com", 6379, 700);',
      'id=3 addr=10.0.0.7:5022 name=billing age=1 idle=0 omem=0 cmd=get tot-cmds=900\nid=4 addr=10.0.0.8:5023 name= age=1 idle=0 omem=5000000 cmd=get tot-cmds=9',
    ];
    for (const text of texts) {
      const pieces = [{ id: '0', name: '', text }];
      const { shared: back } = await shared({ pieces });
      expect(back.pieces[0]?.text).not.toMatch(/corp|10\.0\.0|bob|s3cr3t|billing/);
      expect(await findingsOf({ pieces: back.pieces, answers: {} })).toEqual(
        await findingsOf({ pieces, answers: {} }),
      );
    }
  });

  it('gives the same scenario and findings, for every form', async () => {
    for (const { text, name, file = '', answers = {} } of FIXTURES.filter((_, index) => index % 4 === 0)) {
      const pieces = [{ id: '0', name: file, text }];
      const { shared: back } = await shared({ pieces, answers: answers as Shared['answers'] });
      expect(await findingsOf(back), name).toEqual(await findingsOf({ pieces, answers }));
    }
  });

  it('refuses what no link holds', async () => {
    expect(await unpackShared('nonsense')).toBeUndefined();
    expect(await unpackShared(await deflated('[2,[],{}]'))).toBeUndefined();
    const odd = await unpackShared(
      await deflated(
        '[1,[["a","password: x1y2z3w4"]],{"callers":{"a":1}},"fast",[{"path":"no.such","min":1,"max":2}]]',
      ),
    );
    expect(odd).toMatchObject({ answers: {}, goal: '', vary: [] });
    expect(odd?.pieces[0]?.text).not.toContain('x1y2z3w4');
  });
});
