/** Converts samples of single requests to shots: parts of a run that the stage can play. */
import type { Look, Progress } from './measured.ts';

/** The observable phases of a request in order; each ends where the next begins. */
export const STRETCHES = ['waitCaller', 'waitConnection', 'unwritten', 'away', 'delivery'] as const;
export type Stretch = (typeof STRETCHES)[number];

export interface SeenRequest {
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
  readonly requests: readonly SeenRequest[];
}

const endOf = ({ endsUs }: SeenRequest): number => endsUs.at(-1) ?? 0;

function requestsIn(look: Look, before: number): SeenRequest[] {
  return look.caller.map((caller, i) => {
    const startUs = look.startUs[i] ?? 0;
    const lengths = [
      look.waitCallerUs[i],
      look.waitConnectionUs[i],
      look.unwrittenUs[i],
      look.awayUs[i],
      look.deliveryUs[i],
    ];
    let atUs = startUs;
    return {
      number: before + i + 1,
      caller,
      connection: look.connection[i] ?? -1,
      startUs,
      endsUs: lengths.map((us) => {
        atUs += us ?? 0;
        return atUs;
      }),
      failed: look.failed[i] === 1,
    };
  });
}

/**
 * The complete shots of a run. A request is reported after its end, so the latest shots are incomplete during
 * the run.
 */
export function shotsOf(progress: readonly Pick<Progress, 'atUs' | 'look'>[], isOver: boolean): Shot[] {
  const looks = progress.flatMap(({ look }) => look ?? []);
  const requests: SeenRequest[] = [];
  for (const look of looks) requests.push(...requestsIn(look, requests.length));
  const longestUs = requests.reduce((most, one) => Math.max(most, endOf(one) - one.startUs), 0);
  const toldUs = isOver ? Number.POSITIVE_INFINITY : (progress.at(-1)?.atUs ?? 0) - longestUs;
  return joined(looks)
    .filter(({ toUs }) => toUs <= toldUs)
    .map(({ fromUs, toUs }) => ({
      fromUs,
      toUs,
      requests: requests.filter((one) => one.startUs < toUs && endOf(one) > fromUs),
    }))
    .filter((shot) => shot.requests.length > 0);
}

/** Merges samples that continue each other. */
function joined(looks: readonly Look[]): { fromUs: number; toUs: number }[] {
  const moments: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of looks) {
    const last = moments.at(-1);
    if (last && last.toUs === fromUs) last.toUs = toUs;
    else if (toUs > fromUs) moments.push({ fromUs, toUs });
  }
  return moments;
}
