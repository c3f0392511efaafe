import { expect, it, vi } from 'vitest';

const order: string[] = [];
vi.mock('../../../src/i18n/sentences.ts', () => ({
  loadSentences: async (language: string) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(language);
  },
}));
vi.mock('../../../src/bridge/client.ts', () => ({
  BridgeError: class extends Error {},
  openBridge: async () => {
    order.push('opened');
    throw new Error('away');
  },
}));

it('has the sentences for a lost bridge, in each language, before the bridge can be lost', async () => {
  const { connectBridge } = await import('../../../src/actions/live.ts');
  const { live } = await import('../../../src/stores/live.ts');
  await connectBridge('token');
  expect(order).toEqual(['en', 'zh-CN', 'opened']);
  expect(live.getState()).toMatchObject({ status: 'failed', problem: { code: 'BR-02' } });
});
