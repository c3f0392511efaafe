/** From what a bridge has told of single requests to pieces of a run that can be shown: shots, as of a film. */
import type { Look, Progress } from './measured.ts';

/** The stretches of a request's way that can be seen, in their order: each ends where the next begins. */
export const STRETCHES = ['waitCaller', 'waitConnection', 'unwritten', 'away', 'delivery'] as const;
export type Stretch = (typeof STRETCHES)[number];

export interface SeenRequest {
  /** From 1, in the order in which they were told. */
  readonly number: number;
  readonly caller: number;
  /** -1: none that is known. */
  readonly connection: number;
  readonly startUs: number;
  /** Ends of the stretches; the last is when the caller had its reply. */
  readonly endsUs: readonly number[];
  readonly failed: boolean;
}

/** A moment of a run with every request of the callers that were looked at. */
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
 * The shots of a run, as far as they are complete: a request is told once it is over, so of the last moments some are not
 * told yet while the run goes on.
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

/** Looks that go on where the last one ended are one. */
function joined(looks: readonly Look[]): { fromUs: number; toUs: number }[] {
  const moments: { fromUs: number; toUs: number }[] = [];
  for (const { fromUs, toUs } of looks) {
    const last = moments.at(-1);
    if (last && last.toUs === fromUs) last.toUs = toUs;
    else if (toUs > fromUs) moments.push({ fromUs, toUs });
  }
  return moments;
}
