// @vitest-environment happy-dom
/** Tests the sentences of "Why?" on real runs, in both languages: sentences whose words depend on the figures. */
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { setSpawn } from '../../../src/lab/run/engines.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { sideAt } from '../../../src/lab/settings/edit.ts';
import { experiment } from '../../../src/lab/settings/experiment-state.ts';
import { Contrast } from '../../../src/lab/why/Contrast.tsx';
import { Findings } from '../../../src/lab/why/Findings.tsx';
import { Remarks } from '../../../src/lab/why/Remarks.tsx';
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
      <Remarks side="a" />
      <Remarks side="b" />
    </Texts>,
  );
  await waitFor(() => expect(container.querySelectorAll('[data-stale="false"]')).toHaveLength(2));
  // The cells of a table's row as "name: value".
  const lines = [...container.querySelectorAll('p, li, tr')].map((line) =>
    line instanceof HTMLTableRowElement
      ? [...line.cells].map(({ textContent }) => textContent).join(': ')
      : line.textContent,
  );
  return lines.join('\n').replaceAll('\u00a0', ' ');
}

it.each([
  [
    'en',
    [
      /^Bottleneck: the main thread of node 1, 9[\d.]+% busy\.$/m,
      /^Demand per request: [\d.]+ µs, mean\nTotal demand per request: [\d.]+ µs, the sum over 8 nodes\nOther resources of this kind: 1\.[\d]+% busy on average$/m,
      /Bottleneck of A: the main thread of node 1 \(9[\d.]+% busy; average of the other 7: 1\.[\d]+%\)/,
      /In A, node 1 of 8 has [\d.]+ µs of it; in B, node \d+ of 8 has [\d.]+ µs\. The distribution of the work differs/,
      /Its 8 main threads are [\d.]+% busy on average \(busiest: node \d+, [\d.]+%\) and can process/,
      /1\/D the main thread of node 1 \(8 nodes in all\): [\d.]+ µs per request on average/,
    ],
    /parsing and executing commands [\d.]+ µs → /,
  ],
  [
    'zh-CN',
    [
      /^瓶颈：节点 1 的主线程，忙碌 9[\d.]+%。$/m,
      /^每请求占用时间: [\d.]+ µs（平均）\n每请求总占用时间: 8 个节点合计 [\d.]+ µs\n其余同类资源: 平均忙碌 1\.[\d]+%$/m,
      /A 的瓶颈：节点 1 的主线程（忙碌 9[\d.]+%，其余 7 个平均 1\.[\d]+%）/,
      /A 中 8 个节点中的节点 1 承担 [\d.]+ µs，B 中 8 个节点中的节点 \d+ 承担 [\d.]+ µs。差别主要在工作的分布/,
      /8 个节点的主线程平均忙碌 [\d.]+%（最忙的节点 \d+ 为 [\d.]+%）/,
      /1\/D 节点 1 的主线程（共 8 个节点）：每个请求平均占用该资源/,
    ],
    /解析并执行命令 [\d.]+ µs → /,
  ],
] as const)('names the busiest node, and not a kind of work, in %s', async (language, sentences, blamed) => {
  const text = await said(language, ['topology-first-node'], ['topology-any-node']);
  for (const sentence of sentences) expect(text).toMatch(sentence);
  expect(text).not.toMatch(blamed);
});

it.each([
  [
    'en',
    /Demand per request: [\d.]+ µs at most, on each of 3 event loops\nTotal demand per request: [\d.]+ µs, the sum over 3 event loops/,
  ],
  [
    'zh-CN',
    /每请求占用时间: [\d.]+ µs（3 个事件循环中最多者）\n每请求总占用时间: 3 个事件循环合计 [\d.]+ µs/,
  ],
] as const)('tells event loops that share evenly together, in %s', async (language, sentence) => {
  expect(await said(language, ['cluster-3'], ['cluster-6'])).toMatch(sentence);
});

it.each([
  ['en', /: on both sides, no request completed/, /: in B, no request completed/],
  ['zh-CN', /无法比较：两侧在测量窗口内没有请求完成/, /无法比较：B 在测量窗口内没有请求完成/],
] as const)('says on which side nothing was answered, in %s', async (language, both, one) => {
  const far: Edits = { 'network.rttUs': 2_000_000 };
  expect(await said(language, ['jedis-pool-8', far], ['lettuce-shared', far])).toMatch(both);
  cleanup();
  expect(await said(language, ['jedis-pool-8'], ['lettuce-shared', far])).toMatch(one);
});

it.each([
  [
    'en',
    /A: one caller waits [\d.]+ µs for a reply; B: one caller waits/,
    /each caller waits [\d.]+ µs for a reply/,
  ],
  ['zh-CN', /A：唯一的调用方等待响应 [\d.]+ µs；B：唯一的调用方等待响应/, /各调用方等待响应 [\d.]+ µs/],
] as const)('has a caller wait alone where there is only one, in %s', async (language, alone, each) => {
  expect(await said(language, ['set-one-by-one'], ['set-pipeline-100'])).toMatch(alone);
  cleanup();
  expect(await said(language, ['topology-first-node'], ['topology-any-node'])).toMatch(each);
});

it.each([
  ['en', /Offered load: 1,000\/s; 1,\d+\/s in this run, by chance\nCompleted: 1,\d+\/s/],
  ['zh-CN', /到达速率: 1,000\/s；本次运行碰巧为 1,\d+\/s\n完成速率: 1,\d+\/s/],
] as const)('says where more is done than is asked for that more has come, in %s', async (language, more) => {
  const open: Edits = { 'workload.arrivals.kind': 'open', 'workload.arrivals.ratePerSec': 1000 };
  expect(await said(language, ['jedis-pool-8', open], ['lettuce-shared', open])).toMatch(more);
});
