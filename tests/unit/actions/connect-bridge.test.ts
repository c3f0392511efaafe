import { expect, it, vi } from 'vitest';

vi.mock('../../../src/bridge/client.ts', () => ({
  BridgeError: class extends Error {},
  openBridge: async () => {
    throw new Error('away');
  },
}));

it('says that a bridge that is away is lost', async () => {
  const { connectBridge } = await import('../../../src/live/live.ts');
  const { live } = await import('../../../src/live/live-state.ts');
  await connectBridge('token');
  expect(live.getState()).toMatchObject({ status: 'failed', problem: { code: 'BR-02' } });
});
