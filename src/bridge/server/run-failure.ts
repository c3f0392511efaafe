/** Why a workload was refused or lost, as codes. */
import { failureOf, type Refusal } from './failure.ts';
import { OVERSIZED_REPLY } from './load/messages.ts';
import { MAX_BYTES } from './memory-watch.ts';

type Reason = ConstructorParameters<typeof Refusal>;

/** A driver says why it refuses; the clients of Node say what Redis or the connection has said. */
export function refusalOf(message: string, isDriver: boolean): Reason {
  const { code, detail } = failureOf(new Error(message));
  return isDriver && code === 'BR-05' ? ['BR-21', { message }] : [code, detail];
}

/** Why the program that sends the requests ended. */
export const lossOf = (message: string): Reason =>
  message === OVERSIZED_REPLY ? ['BR-32', { limit: MAX_BYTES }] : ['BR-21', { message }];
