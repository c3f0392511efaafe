import { describe, expect, it } from 'vitest';
import type { Edits } from '../../src/model/scenario/patch.ts';
import { changedPieces } from '../../src/system/advice/changed.ts';
import { assemble } from '../../src/system/assemble.ts';
import type { Subject } from '../../src/system/diagnosis/finding.ts';
import { read } from '../../src/system/readers/read.ts';
import { normalize } from './engine.ts';

const YAML = `spring:
  data:
    redis:
      timeout: 2s
      jedis:
        pool:
          max-active: 16
`;
const CONF = 'maxclients 10000\nhz 10\n';

const reading = read([
  { id: 'a', name: 'application.yml', text: YAML },
  { id: 'b', name: 'redis.conf', text: CONF },
]);
const assembled = await assemble(reading, {}, normalize);
if (!('scenario' in assembled)) throw new Error(JSON.stringify(assembled));
const subject: Subject = { reading, ...assembled };

/** The changed text of one piece. */
async function changedText(text: string, edits: Edits): Promise<string | readonly string[]> {
  const own = read([{ id: '0', name: '', text }]);
  const other = await assemble(own, {}, normalize);
  if (!('scenario' in other)) throw new Error(JSON.stringify(other));
  const { pieces, byHand } = changedPieces({ reading: own, ...other }, edits);
  return pieces[0]?.text ?? byHand.map(({ option, reason }) => `${option}: ${reason}`);
}

describe('changed pieces', () => {
  it('have new values in their own lines and units, and new options beside their siblings', () => {
    const { pieces, byHand } = changedPieces(subject, {
      'client.connections.maxTotal': 64,
      'client.connections.maxIdle': 64,
      'client.io.replyTimeoutMs': 500,
      'server.hz': 50,
    });
    expect(byHand).toEqual([]);
    expect(pieces.map(({ diff }) => diff)).toEqual([
      `--- application.yml
+++ application.yml
@@ -2,6 +2,7 @@
   data:
     redis:
-      timeout: 2s
+      timeout: 500ms
       jedis:
         pool:
-          max-active: 16
+          max-active: 64
+          max-idle: 64
`,
      `--- redis.conf
+++ redis.conf
@@ -1,2 +1,2 @@
 maxclients 10000
-hz 10
+hz 50
`,
    ]);
  });

  it('leave to the reader what the notation has no key for', () => {
    const { pieces, byHand } = changedPieces(subject, { 'client.connections.testOnBorrow': true });
    expect(pieces).toEqual([]);
    expect(byHand).toMatchObject([{ option: 'setTestOnBorrow', to: true, reason: 'noKey' }]);
  });

  it('leave to the reader what no piece says', () => {
    const { pieces, byHand } = changedPieces(subject, { 'client.cores': 8 });
    expect(pieces).toEqual([]);
    expect(byHand).toEqual([
      { option: 'client.cores', from: subject.scenario.client.cores, to: 8, reason: 'noOption' },
    ]);
  });

  const POOL = 'client.connections';
  it.each([
    [
      'a Go struct on one line',
      'rdb := redis.NewClient(&redis.Options{Addr: "cache:6379"})\n',
      { [`${POOL}.maxTotal`]: 40, 'client.io.replyTimeoutMs': 250 },
      'rdb := redis.NewClient(&redis.Options{ReadTimeout: 250 * time.Millisecond, PoolSize: 40, Addr: "cache:6379"})\n',
    ],
    [
      'a setter of the pool, not of the client beside it',
      'var config = new JedisPoolConfig();\nvar client = DefaultJedisClientConfig.builder()\n    .connectionTimeoutMillis(500)\n    .build();\n',
      { [`${POOL}.maxIdle`]: 40, 'client.io.replyTimeoutMs': 250 },
      'var config = new JedisPoolConfig();\nconfig.setMaxIdle(40);\nvar client = DefaultJedisClientConfig.builder()\n    .socketTimeoutMillis(250)\n    .connectionTimeoutMillis(500)\n    .build();\n',
    ],
    [
      'named arguments of Python, after the others',
      "import redis\nr = redis.Redis(\n    'cache',\n    6379\n)\n",
      { [`${POOL}.maxTotal`]: 40 },
      "import redis\nr = redis.Redis(\n    'cache',\n    6379,\n    max_connections=40\n)\n",
    ],
    [
      'a group of an object of JavaScript',
      "const client = createClient({\n  url: 'redis://cache',\n});\n",
      { 'client.io.socketTimeoutMs': 250 },
      "const client = createClient({\n  socket: { socketTimeout: 250 },\n  url: 'redis://cache',\n});\n",
    ],
    [
      'an argument by its place',
      'JedisPool pool = new JedisPool(new JedisPoolConfig(), "cache", 6379, 500);\n',
      { 'client.io.replyTimeoutMs': 250 },
      'JedisPool pool = new JedisPool(new JedisPoolConfig(), "cache", 6379, 250);\n',
    ],
    [
      'a number in place of a constant that others may use',
      'static final int SIZE = 12;\nvar config = new JedisPoolConfig();\nconfig.setMaxTotal(SIZE);\n',
      { [`${POOL}.maxTotal`]: 40 },
      'static final int SIZE = 12;\nvar config = new JedisPoolConfig();\nconfig.setMaxTotal(40);\n',
    ],
    [
      'a bean of Spring',
      '<bean class="redis.clients.jedis.JedisPoolConfig">\n  <property name="maxTotal" value="30"/>\n</bean>\n',
      { [`${POOL}.maxIdle`]: 30 },
      '<bean class="redis.clients.jedis.JedisPoolConfig">\n  <property name="maxTotal" value="30"/>\n  <property name="maxIdle" value="30"/>\n</bean>\n',
    ],
    [
      'Redisson, in the group of its servers',
      'singleServerConfig:\n  address: "redis://cache:6379"\n  connectionPoolSize: 32\n',
      { 'client.retry.maxRetries': 1 },
      'singleServerConfig:\n  address: "redis://cache:6379"\n  connectionPoolSize: 32\n  retryAttempts: 1\n',
    ],
    [
      'lines that end as those of Windows',
      'spring.data.redis.jedis.pool.max-active=16\r\n',
      { [`${POOL}.maxIdle`]: 16 },
      'spring.data.redis.jedis.pool.max-active=16\r\nspring.data.redis.jedis.pool.max-idle=16\r\n',
    ],
    [
      'no option of another struct',
      'rdb := redis.NewClient(&redis.Options{Addr: "cache:6379"})\n',
      { 'client.retry.maxRedirects': 9 },
      ['MaxRedirects: noPlace'],
    ],
    [
      'no text that only names a version',
      'redis==5.2.1\n',
      { [`${POOL}.maxTotal`]: 40 },
      ['max_connections: noText'],
    ],
  ] as const)('have %s', async (_, text, edits, expected) => {
    expect(await changedText(text, edits)).toEqual(expected);
  });

  it('leave a placeholder only where a value replaces it', async () => {
    const property = 'spring.data.redis.jedis.pool.max-active';
    expect(await changedText(`${property}=$\{POOL:32}\n`, { [`${POOL}.maxTotal`]: 64 })).toBe(
      `${property}=64\n`,
    );
  });
});
