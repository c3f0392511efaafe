/** Tests each remark of the bridge (it cannot measure, or was itself the bottleneck) with a cause that provokes it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bridgeFiles } from '../../.ci/programs.mjs';
import { remarksOf } from '../../src/bridge/server/result.ts';
import type { BridgeUse, RelayUse, ThreadUse } from '../../src/bridge/workload/measured.ts';
import type { RealWorkload } from '../../src/bridge/workload/workload.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, pageFolder, serverForTests } from './dial.ts';
import { listen, measure, nodeScenario } from './live.ts';

/** A bridge whose threads run another program. */
async function bridgeWith(source: string) {
  const folder = mkdtempSync(join(tmpdir(), 'rt-thread-'));
  whenDone(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'thread.mjs');
  writeFileSync(file, source);
  const server = await serverForTests({ files: { ...bridgeFiles, page: pageFolder(), thread: file } });
  return dial(server);
}

describe('BR-21: the load program', () => {
  const wish = { scenario: nodeScenario(), seconds: 1, warmupSeconds: 0 };

  it('cannot be started', async () => {
    const line = await bridgeWith('throw new Error("broken");');
    expect(await line.fail('run', wish)).toEqual({ code: 'BR-21', detail: { message: 'broken' } });
    await line.close();
  });

  it('ends during a run; earlier results are kept and the next run works', async () => {
    const line = await bridgeWith(
      `import { parentPort } from 'node:worker_threads';
       parentPort.postMessage({ kind: 'connected' });
       setTimeout(() => process.exit(1), 50);
       parentPort.on('message', () => undefined);`,
    );
    for (const _ of [1, 2]) {
      const heard = listen(line);
      await line.ask('run', wish);
      const measured = await heard.measured();
      expect(measured).toMatchObject({ ended: 'lost', summary: null });
      expect(measured.remarks.map(({ code }) => code)).toContain('BR-21');
    }
    await line.close();
  });
});

describe('BR-22: the driver', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('is not installed: it is not offered, and refused on request', async () => {
    const line = await dial(await serverForTests());
    vi.stubEnv('PATH', '');
    const wish = { scenario: nodeScenario(), seconds: 1, driver: 'redisBenchmark' } as const;
    expect(await line.fail('plan', wish)).toEqual({ code: 'BR-22', detail: { driver: 'redisBenchmark' } });
    expect((await line.ask('hello', {})).drivers).not.toContain('redisBenchmark');
    // And what is installed runs.
    expect((await measure(line, nodeScenario())).ended).toBe('complete');
    await line.close();
  });
});

describe('the bridge as the bottleneck', () => {
  const idle: ThreadUse = { utilisation: 0.5, delayMeanUs: 0, delayMaxUs: 0 };
  const relay: RelayUse = {
    ...idle,
    lateMeanUs: 10,
    lateMaxUs: 50,
    packetsOut: 1,
    packetsBack: 1,
    bytesOut: 1,
    bytesBack: 1,
  };
  const workload = { relay: { rttUs: 1000 } } as RealWorkload;
  const codes = (use: Partial<BridgeUse>, idleShare = 0.5) =>
    remarksOf(
      { load: idle, main: idle, relay, cores: 1, residentBytes: 1, ...use },
      workload,
      idleShare,
      false,
    );

  it('is not reported when it was not', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ load: null, relay: null })).toEqual([]);
  });

  it('BR-24: its thread was fully used; the remark states the utilisation', () => {
    expect(codes({ load: { ...idle, utilisation: 0.951 } })).toEqual([
      { code: 'BR-24', detail: { percent: 95 } },
    ]);
    expect(codes({ load: { ...idle, utilisation: 0.949 } })).toEqual([]);
  });

  it('BR-25: its relay was late by more than 0.1 ms and 1/20 of the requested delay, both directions together', () => {
    expect(codes({ relay: { ...relay, lateMeanUs: 76 } })).toEqual([{ code: 'BR-25', detail: { us: 152 } }]);
    expect(codes({ relay: { ...relay, lateMeanUs: 74 } })).toEqual([]);
  });

  it('BR-27: no core was free', () => {
    expect(codes({}, 0.02).map(({ code }) => code)).toEqual(['BR-27']);
  });
});
