/** Structure of the real software over random scenarios, in WebAssembly (the others: `wasm/tests/invariants/structure.rs`). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { complete, loadEngine } from './runs.ts';

const engine = await loadEngine();

/**
 * N-11, whatever the calls cost. All clients have asked again when the server comes back to its poll, but for those that it
 * answered last: it answers the next in the time of a write, and a client needs a read and a write to ask again.
 */
it('a saturated server polls once for nearly all of its clients', () => {
  const ns = (min: number, max: number) => fc.integer({ min, max });
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 250 }),
      fc.record({
        commandNs: ns(200, 20_000),
        socketReadNs: ns(300, 5000),
        socketWriteNs: ns(2000, 8000),
        epollWaitNs: ns(200, 1000),
      }),
      (clients, overrides) => {
        const scenario = {
          run: { warmupMs: 10, measuredMs: 60 },
          workload: { arrivals: { kind: 'closed', callers: clients } },
          client: { cores: 256, connections: { kind: 'pooled', maxTotal: clients } },
          network: { rttUs: 0 },
          costs: { profile: 'ideal', overrides },
        };
        engine.open(complete(engine, scenario), false);
        engine.advance(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
        const { requests, syscalls } = engine.summary();
        const poll = syscalls.find((row) => row.class === 'serverMain' && row.syscall === 'epollWait');
        const polls = Math.round((poll?.perRequest ?? 0) * requests.completed);
        const { socketReadNs, socketWriteNs } = overrides;
        const late = Math.ceil((socketReadNs + socketWriteNs) / socketWriteNs);
        expect(polls).toBeGreaterThan(5);
        // A turn may be under way at either end of the measured window.
        expect(requests.completed).toBeLessThanOrEqual((polls + 1) * clients);
        expect(requests.completed).toBeGreaterThanOrEqual((polls - 1) * (clients - late));
      },
    ),
    { numRuns: 60, seed: 11 },
  );
});
