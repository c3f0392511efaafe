import { describe, expect, it } from 'vitest';
import { changedPieces } from '../../src/system/advice/changed.ts';
import type { Subject } from '../../src/system/diagnosis/finding.ts';
import type { Origin, Reading } from '../../src/system/system.ts';
import { complete } from './engine.ts';

const YAML = `spring:
  data:
    redis:
      timeout: 2s
      jedis:
        pool:
          max-active: 16
`;
const CONF = 'maxclients 10000\nhz 10\n';

const line = (piece: string, number: number, key: string): Origin => ({
  ...{ from: 'line', piece, line: number, key, text: '' },
});
const byDefault = (key: string): Origin => ({
  ...{ from: 'default', library: 'springJedis', version: '3.5', key, source: '' },
});
const POOL = 'spring.data.redis.jedis.pool';

const settings = [
  { path: 'client.connections.maxTotal', value: 16, origin: line('a', 7, `${POOL}.max-active`) },
  { path: 'client.connections.maxIdle', value: 8, origin: byDefault(`${POOL}.max-idle`) },
  { path: 'client.io.replyTimeoutMs', value: 2000, origin: line('a', 4, 'spring.data.redis.timeout') },
  {
    path: 'client.connections.testOnBorrow',
    value: false,
    origin: { ...byDefault('setTestOnBorrow'), library: 'jedis' } as Origin,
  },
  { path: 'server.hz', value: 10, origin: line('b', 2, 'hz') },
];

const subject: Subject = {
  reading: {
    pieces: [
      { piece: { id: 'a', name: 'application.yml', text: YAML }, kind: 'springYaml' },
      { piece: { id: 'b', name: 'redis.conf', text: CONF }, kind: 'redisConf' },
    ],
    library: null,
    options: settings.map(({ path, value, origin }) => ({ option: path, value, origin })),
    ...{ settings, unused: [], observed: {}, missing: [], problems: [], masked: 0 },
  } satisfies Reading,
  scenario: complete({
    client: {
      io: { kind: 'blocking', replyTimeoutMs: 2000 },
      connections: { kind: 'pooled', maxTotal: 16, maxIdle: 8 },
    },
  }),
  settings,
};

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
    expect(byHand).toMatchObject([{ option: 'setTestOnBorrow', to: true }]);
  });

  it('leave to the reader what no piece says', () => {
    const { pieces, byHand } = changedPieces(subject, { 'client.cores': 8 });
    expect(pieces).toEqual([]);
    expect(byHand).toEqual([{ option: 'client.cores', from: subject.scenario.client.cores, to: 8 }]);
  });
});
