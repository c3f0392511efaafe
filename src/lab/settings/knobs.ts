/** The main settings. */

/** A main setting. */
export interface MainKnob {
  /** Its path; the first of these that exists in a scenario. */
  readonly paths: readonly string[];
  /** End of its slider: enough for lessons and common questions. The input accepts the whole range. */
  readonly sliderMax?: number;
  /** The displayed unit, if it is not the field's. */
  readonly unit?: string;
  /** Whether the beginner's layout has it: five, where the connections of both clients are one. */
  readonly isFirst?: true;
  /** Both parts of "slow commands": share × time. */
  readonly slow?: 'share' | 'time';
}

export const MAIN_KNOBS: readonly MainKnob[] = [
  { paths: ['network.rttUs'], sliderMax: 1e6, isFirst: true },
  { paths: ['workload.arrivals.callers'], sliderMax: 2000, isFirst: true },
  { paths: ['workload.arrivals.ratePerSec'], sliderMax: 1e6 },
  { paths: ['client.connections.maxTotal'], sliderMax: 500, isFirst: true },
  { paths: ['client.connections.count'], sliderMax: 100, isFirst: true },
  { paths: ['workload.command.replyBytes'], sliderMax: 1e6, isFirst: true },
  { paths: ['workload.second.share'], unit: '%', isFirst: true, slow: 'share' },
  {
    paths: ['workload.second.execUs.value', 'workload.second.execUs.mean'],
    unit: 'ms',
    isFirst: true,
    slow: 'time',
  },
  { paths: ['client.io.loops'], sliderMax: 64 },
  { paths: ['workload.command.execUs.value', 'workload.command.execUs.mean'], sliderMax: 1e5 },
  { paths: ['workload.command.requestBytes'], sliderMax: 1e6 },
  { paths: ['client.cores'], sliderMax: 64 },
  { paths: ['costs.profile'] },
  { paths: ['seed'] },
];
