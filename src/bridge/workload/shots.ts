/** Converts samples of single requests to shots: parts of a run that the stage can play. */
import type { Progress, RequestSample } from './measured.ts';

/** The observable phases of a request in order; each ends where the next begins. */
export const STRETCHES = ['waitCaller', 'waitConnection', 'unwritten', 'away', 'delivery'] as const;
export type Stretch = (typeof STRETCHES)[number];

export interface SampledRequest {
  /** From 1, in order of arrival. */
  readonly number: number;
  readonly caller: number;
  /** -1: unknown. */
  readonly connection: number;
  readonly startUs: number;
  /** Ends of the phases; the last is the caller's receipt of the reply. */
  readonly endsUs: readonly number[];
  readonly failed: boolean;
}

/** An interval of a run with every request of the sampled callers. */
export interface Shot {
  readonly fromUs: number;
  readonly toUs: number;
  readonly requests: readonly SampledRequest[];
}

const endOf = ({ endsUs }: SampledRequest): number => endsUs.at(-1) ?? 0;

function requestsIn(sample: RequestSample, before: number): SampledRequest[] {
  return sample.caller.map((caller, i) => {
    const startUs = sample.startUs[i] ?? 0;
    const lengths = [
      sample.waitCallerUs[i],
      sample.waitConnectionUs[i],
      sample.unwrittenUs[i],
      sample.awayUs[i],
      sample.deliveryUs[i],
    ];
    let atUs = startUs;
    return {
      number: before + i + 1,
      caller,
      connection: sample.connection[i] ?? -1,
      startUs,
      endsUs: lengths.map((us) => {
        atUs += us ?? 0;
        return atUs;
      }),
      failed: sample.failed[i] === 1,
    };
  });
}

/**
 * The complete shots of a run. A request is reported after its end, so the latest shots are incomplete during
 * the run.
 */
export function shotsOf(progress: readonly Pick<Progress, 'atUs' | 'look'>[], isOver: boolean): Shot[] {
  const samples = progress.flatMap(({ look }) => look ?? []);
  const requests: SampledRequest[] = [];
  for (const sample of samples) requests.push(...requestsIn(sample, requests.length));
  const longestUs = requests.reduce((max, request) => Math.max(max, endOf(request) - request.startUs), 0);
  const reportedUs = isOver ? Number.POSITIVE_INFINITY : (progress.at(-1)?.atUs ?? 0) - longestUs;
  return mergedRanges(samples)
    .filter(({ toUs }) => toUs <= reportedUs)
    .map(({ fromUs, toUs }) => ({
      fromUs,
      toUs,
      requests: requests.filter((request) => request.startUs < toUs && endOf(request) > fromUs),
    }))
    .filter((shot) => shot.requests.length > 0);
}

/** Merges samples that continue each other. */
function mergedRanges(samples: readonly RequestSample[]): { fromUs: number; toUs: number }[] {
  const moments: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of samples) {
    const last = moments.at(-1);
    if (last && last.toUs === fromUs) last.toUs = toUs;
    else if (toUs > fromUs) moments.push({ fromUs, toUs });
  }
  return moments;
}
