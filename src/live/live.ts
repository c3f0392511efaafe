/** The bridge to a real Redis: its description, and its round-trip times. Loaded when there is a token. */
import { type Bridge, BridgeError, openBridge } from '../bridge/client.ts';
import type { BridgeFailure, Hello, Observation } from '../bridge/protocol.ts';
import { edit } from '../lab/settings/edit.ts';
import { SIDES } from '../lab/settings/experiment-state.ts';
import { browserClock } from '../model/playback/clock.ts';
import type { Problem, ProblemCode } from '../model/scenario/problem.ts';
import { type LiveState, live } from './live-state.ts';

/** Pings of the shown median. */
const PINGS = 200;
/** The same from the page. */
const CALLS = 31;

/** The first pings of a connection; the bridge runs one measurement at a time. */
let greeting: Promise<void> = Promise.resolve();
let present: { readonly bridge: Bridge; readonly hello: Hello } | undefined;

/** Connects with a token that the bridge has printed. */
export async function connectBridge(token: string): Promise<void> {
  live.setState({ status: 'connecting' }, true);
  let bridge: Bridge | undefined;
  try {
    bridge = await openBridge(token);
    bridge.onClose(() => {
      present = undefined;
      live.setState(failure({ code: 'BR-02', detail: {} }), true);
    });
    greeting = greet(bridge);
    await greeting;
  } catch (error) {
    const reason: BridgeFailure =
      error instanceof BridgeError ? error.failure : { code: 'BR-02', detail: {} };
    live.setState(failure(reason), true);
    bridge?.close();
  }
}

async function greet(bridge: Bridge): Promise<void> {
  const hello = await bridge.ask('hello', {});
  present = { bridge, hello };
  // A Redis that looks like production gets no command before the reader has typed its host.
  if (hello.caution) {
    live.setState({ ...failure(hello.caution), status: 'cautious' }, true);
    return;
  }
  live.setState(connected(hello), true);
  const ping = await bridge.ask('measurePing', { count: PINGS });
  live.setState(connected(hello, ping.p50Us), true);
  live.setState(connected(hello, ping.p50Us, await callUs(bridge)), true);
}

/** The median time of a PING from the page, including the path to the bridge. */
async function callUs(bridge: Bridge): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < CALLS; i++) {
    const start = browserClock.now();
    await bridge.ask('command', { words: ['PING'] });
    times.push((browserClock.now() - start) * 1000);
  }
  return times.sort((left, right) => left - right)[CALLS >> 1] ?? 0;
}

/**
 * Continues with a Redis that looks like production, after its host has been typed. Returns the problem, if
 * any.
 */
export async function confirmRedis(host: string): Promise<Problem | undefined> {
  if (!present) return failure({ code: 'BR-02', detail: {} }).problem;
  try {
    await present.bridge.ask('confirm', { host });
    await greet(present.bridge);
    return undefined;
  } catch (error) {
    return failure(error instanceof BridgeError ? error.failure : { code: 'BR-02', detail: {} }).problem;
  }
}

/** What the Redis says about itself, or why it cannot be asked. */
export const observeRedis = (): Promise<Observation | Problem> =>
  asked((bridge) => bridge.ask('observe', {}));

/** The median round trip to the Redis, µs, or why it cannot be measured. */
export const pingRedis = (): Promise<number | Problem> =>
  asked(async (bridge) => {
    await greeting.catch(() => undefined);
    return (await bridge.ask('measurePing', { count: PINGS })).p50Us;
  });

async function asked<T>(question: (bridge: Bridge) => Promise<T>): Promise<T | Problem> {
  try {
    if (!present) throw new BridgeError({ code: 'BR-02', detail: {} });
    return await question(present.bridge);
  } catch (error) {
    return failure(error instanceof BridgeError ? error.failure : { code: 'BR-02', detail: {} }).problem;
  }
}

/** The open connection, with the bridge's description. */
export const openedBridge = () => present;

const connected = (
  { redisVersion, address, drivers, programs }: Hello,
  pingUs?: number,
  callUs?: number,
): LiveState => ({
  status: 'connected',
  redisVersion,
  place: address.kind,
  host: address.kind === 'remote' ? address.host : '',
  drivers,
  programs,
  pingUs,
  callUs,
});

function failure({ code, detail }: BridgeFailure): { status: 'failed'; problem: Problem } {
  const problem: Problem = { code: code satisfies ProblemCode, path: '', facts: detail };
  return { status: 'failed', problem };
}

/** Sets the measured round trip as that of the network, on both sides, rounded to a nanosecond. */
export async function takePingAsRtt(): Promise<void> {
  const state = live.getState();
  if (state.status !== 'connected' || state.pingUs === undefined) return;
  await edit(SIDES, { 'network.rttUs': Math.round(state.pingUs * 1000) / 1000 });
}
