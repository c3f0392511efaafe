/** Messages between the bridge and its relay. */
import type { Dist } from '../../../model/scenario/generated/scenario.ts';
import type { RelayUse } from '../../workload/measured.ts';

export interface RelayOrder {
  readonly target: { readonly path: string } | { readonly host: string; readonly port: number };
  readonly rttUs: number;
  readonly requestJitterUs: Dist;
  readonly replyJitterUs: Dist;
  readonly seed: number;
}

export type FromRelay =
  | { readonly kind: 'listening'; readonly port: number }
  /** Its activity since the last report. */
  | { readonly kind: 'report'; readonly use: RelayUse };
