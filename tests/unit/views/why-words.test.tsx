// @vitest-environment happy-dom
/** What "Why?" says of real runs, in both languages: sentences whose words depend on the figures. */
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { Contrast } from '../../../src/lab/why/Contrast.tsx';
import { Findings } from '../../../src/lab/why/Findings.tsx';
import type { Language } from '../../../src/lib/languages.ts';
import type { Edits } from '../../../src/model/scenario/patch.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { inProcessEngine } from '../../support/in-process.ts';
import { scenarioOf, summaryOf } from '../explain/runs.ts';
import '../../support/patience.ts';

setSpawn(inProcessEngine);
afterEach(cleanup);

/** All that is said of a pair: why they differ, then of each. */
async function said(
  language: Language,
  [presetA, editsA = {}]: readonly [string, Edits?],
  [presetB, editsB = {}]: readonly [string, Edits?],
): Promise<string> {
  const counted = async (side: 'a' | 'b', preset: string, edits: Edits) => {
    const state = await sideAt(preset, {});
    const scenario = scenarioOf(preset, edits);
    experiment.setState({ [side]: state && { ...state, scenario } });
    run.setState({ [side]: { summary: summaryOf(scenario), isStale: false, progress: 1 } });
  };
  await counted('a', presetA, editsA);
  await counted('b', presetB, editsB);
  const { container } = render(
    <Texts language={language} catalogue={await loadCatalogue(language)}>
      <Contrast />
      <Findings side="a" />
      <Findings side="b" />
    </Texts>,
  );
  await waitFor(() => expect(container.querySelectorAll('ul')).toHaveLength(2));
  const lines = [...container.querySelectorAll('p, li, tr')].map(({ textContent }) => textContent);
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

it.each([
  [
    'en',
    [
      /^The limit is the main thread of node 1: 9[\d.]+% busy, the other 7 1\.[\d]+% on average\. A request needs [\d.]+ µs of it on average, and [\d.]+ µs of all 8 nodes together/m,
      /A is limited by the main thread of node 1 \(9[\d.]+% busy, the other 7 1\.[\d]+% on average\)/,
      /Of that, node 1 of 8 does [\d.]+ µs in A, and node \d+ of 8 [\d.]+ µs in B: what differs is how the work is shared/,
      /the main threads of its 8 nodes are [\d.]+% busy on average, node \d+, the busiest, [\d.]+%, and/,
      /1\/D the main thread of node 1 \(8 nodes in all\): every request needs/,
    ],
    /parsing and executing commands [\d.]+ µs → /,
  ],
  [
    'zh-CN',
    [
      /^瓶颈是节点 1 的主线程：9[\d.]+% 的时间在忙，其余 7 个平均 1\.[\d]+%。每个请求平均占用它 [\d.]+ µs，占用全部 8 个节点合计/m,
      /A 的瓶颈是节点 1 的主线程（9[\d.]+% 的时间在忙，其余 7 个平均 1\.[\d]+%）/,
      /A 由 8 个节点中的节点 1 承担 [\d.]+ µs，B 由 8 个节点中的节点 \d+ 承担 [\d.]+ µs：不同的主要是工作怎样分摊/,
      /8 个节点的主线程平均忙 [\d.]+%（最忙的节点 \d+ 忙 [\d.]+%）/,
      /1\/D 节点 1 的主线程（共 8 个节点）：每个请求平均占用它/,
    ],
    /解析并执行命令 [\d.]+ µs → /,
  ],
] as const)('names the busiest node, and not a kind of work, in %s', async (language, sentences, blamed) => {
  const text = await said(language, ['topology-first-node'], ['topology-any-node']);
  for (const sentence of sentences) expect(text).toMatch(sentence);
  expect(text).not.toMatch(blamed);
});

it.each([
  ['en', /It is 3 event loops, and a request needs at most [\d.]+ µs of each on average, [\d.]+ µs in all/],
  ['zh-CN', /它共有 3 个事件循环，每个请求平均占用每个至多 [\d.]+ µs，合计 [\d.]+ µs/],
] as const)('tells event loops that share evenly together, in %s', async (language, sentence) => {
  expect(await said(language, ['cluster-3'], ['cluster-6'])).toMatch(sentence);
});

it.each([
  ['en', /: on both sides, not one request was answered/, /: in B, not one request was answered/],
  ['zh-CN', /无从比较：两侧在测量窗口内没有一个请求得到响应/, /无从比较：B 在测量窗口内没有一个请求得到响应/],
] as const)('says on which side nothing was answered, in %s', async (language, both, one) => {
  const far: Edits = { 'network.rttUs': 2_000_000 };
  expect(await said(language, ['jedis-pool-8', far], ['lettuce-shared', far])).toMatch(both);
  cleanup();
  expect(await said(language, ['jedis-pool-8'], ['lettuce-shared', far])).toMatch(one);
});

it.each([
  [
    'en',
    /A: the only one waits [\d.]+ µs for a reply; B: the only one waits/,
    /each waits [\d.]+ µs for a reply/,
  ],
  ['zh-CN', /A：唯一的调用方等待响应 [\d.]+ µs；B：唯一的调用方等待响应/, /各自等待响应 [\d.]+ µs/],
] as const)('has a caller wait alone where there is only one, in %s', async (language, alone, each) => {
  expect(await said(language, ['set-one-by-one'], ['set-pipeline-100'])).toMatch(alone);
  cleanup();
  expect(await said(language, ['topology-first-node'], ['topology-any-node'])).toMatch(each);
});

it.each([
  [
    'en',
    /1,000 requests per second are asked for in the long run, in this run 1,\d+ by chance, and 1,\d+ completed/,
  ],
  ['zh-CN', /长期而言每秒请求 1,000 个（这次运行碰巧来了 1,\d+ 个），完成 1,\d+ 个/],
] as const)('says where more is done than is asked for that more has come, in %s', async (language, more) => {
  const open: Edits = { 'workload.arrivals.kind': 'open', 'workload.arrivals.ratePerSec': 1000 };
  expect(await said(language, ['jedis-pool-8', open], ['lettuce-shared', open])).toMatch(more);
});
