/** Which knobs come first. */

/** A knob among the main ones. */
export interface MainKnob {
  /** Its path; the first of these that exists in a scenario. */
  readonly paths: readonly string[];
  /** End of its slider: what a lesson or a question of every day may need. The input takes the whole range. */
  readonly sliderMax?: number;
  /** Whether a beginner needs it. */
  readonly isFirst?: true;
}

export const MAIN_KNOBS: readonly MainKnob[] = [
  { paths: ['network.rttUs'], sliderMax: 1e6, isFirst: true },
  { paths: ['workload.arrivals.callers'], sliderMax: 2000, isFirst: true },
  { paths: ['workload.arrivals.ratePerSec'], sliderMax: 1e6 },
  { paths: ['client.connections.maxTotal'], sliderMax: 500, isFirst: true },
  { paths: ['client.connections.count'], sliderMax: 100, isFirst: true },
  { paths: ['client.io.loops'], sliderMax: 64 },
  { paths: ['workload.command.execUs.value', 'workload.command.execUs.mean'], sliderMax: 1e5 },
  { paths: ['workload.command.requestBytes'], sliderMax: 1e6 },
  { paths: ['workload.command.replyBytes'], sliderMax: 1e6 },
  { paths: ['client.cores'], sliderMax: 64 },
  { paths: ['costs.profile'] },
  { paths: ['seed'] },
];
