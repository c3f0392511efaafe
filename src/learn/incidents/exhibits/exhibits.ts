/** All that a student sees of a run. Nothing else of it may be used for a diagnosis. */
import { type Series, seriesOf } from '../measures.ts';
import type { RunRecord } from '../record.ts';
import type { Variant } from '../variant.ts';
import { clientListText } from './client-list.ts';
import { infoText } from './info.ts';
import { metricsText } from './metrics.ts';
import { slowLogText } from './slow-log.ts';
import { threadsText } from './threads.ts';
import { tracesOf, traceText } from './trace.ts';

/** Texts in the formats of the tools that print them. */
export const TEXT_NAMES = ['metrics', 'info', 'clientList', 'slowLog', 'threads', 'trace'] as const;
export type TextName = (typeof TEXT_NAMES)[number];

export interface Exhibits {
  /** The dashboards: one value a step. */
  readonly series: Series;
  readonly texts: Readonly<Record<TextName, string>>;
}

/** The node whose texts are shown: of a cluster the busiest one. */
function shownNode({ nodes }: RunRecord): number {
  const busy = nodes.map(({ userNs, kernelNs }) => userNs + kernelNs);
  return busy.indexOf(Math.max(...busy));
}

export function exhibitsOf(variant: Variant, record: RunRecord): Exhibits {
  const node = shownNode(record);
  return {
    series: seriesOf(record),
    texts: {
      metrics: metricsText(variant, record),
      info: infoText(record, node),
      clientList: clientListText(variant, record, node),
      slowLog: slowLogText(variant, record, node),
      threads: threadsText(variant, record),
      trace: traceText(tracesOf(variant, record)),
    },
  };
}
