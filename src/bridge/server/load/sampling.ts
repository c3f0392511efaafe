/**
 * Samples single requests: ten times per second, for a moment, every request of the first callers, until each
 * has sent about one. Sparser samples would show unrelated dots.
 */
import { type RequestSample, SAMPLED_CALLERS } from '../../workload/measured.ts';
import type { SocketTimes } from './socket-times.ts';

/** A sample ends after this many new requests, or one per caller if that is more. */
const MIN_REQUESTS = 60;
/**
 * A sample does not start right after a report: building the report takes some hundred µs, which would show.
 * The delay varies, so that no periodic event is always missed.
 */
const SPREAD_MS = 80;
const GOLDEN = 0.618_033_988_75;

type Columns = {
  readonly [Column in keyof Omit<RequestSample, 'fromUs' | 'toUs'>]: RequestSample[Column][number][];
};

const empty = (): Columns => ({
  caller: [],
  connection: [],
  startUs: [],
  waitCallerUs: [],
  waitConnectionUs: [],
  unwrittenUs: [],
  awayUs: [],
  deliveryUs: [],
  failed: [],
});

export class Samples {
  readonly #callers: number;
  readonly #most: number;
  readonly #socketTimes: SocketTimes;
  #startMs = 0;
  /** Start of the next sample, at the first request from then on; infinite during one. */
  #nextMs = Number.POSITIVE_INFINITY;
  /** The latest sample; its end is infinite while it lasts. */
  #fromMs = 0;
  #toMs = Number.NEGATIVE_INFINITY;
  /** Requests that may still start in it. */
  #left = 0;
  #turn = 0;
  #columns = empty();

  constructor(callers: number, socketTimes: SocketTimes) {
    this.#callers = Math.min(callers, SAMPLED_CALLERS);
    this.#most = Math.max(MIN_REQUESTS, this.#callers);
    this.#socketTimes = socketTimes;
  }

  start(now: number): void {
    this.#startMs = now;
    this.#fromMs = now;
    this.#plan(now);
  }

  /** Records the start of a request. */
  begin(caller: number, now: number): void {
    if (now >= this.#nextMs) {
      this.#nextMs = Number.POSITIVE_INFINITY;
      this.#fromMs = now;
      this.#toMs = Number.POSITIVE_INFINITY;
      this.#left = this.#most;
    }
    if (this.#left === 0 || caller >= this.#callers) return;
    this.#left--;
    if (this.#left === 0) this.#toMs = now;
  }

  /** Records the end of a request; keeps it if it overlaps a sample. */
  end(caller: number, connection: number, times: Times, now: number, failed: boolean): void {
    if (times.startMs >= this.#toMs || caller >= this.#callers) return;
    const writtenMs = this.#socketTimes.writtenSince(connection, times.sentMs);
    const arrivedMs = this.#socketTimes.arrived(connection);
    const isObserved = writtenMs !== undefined && arrivedMs !== undefined && arrivedMs >= writtenMs;
    const start = this.#us(times.startMs);
    const called = this.#us(times.calledMs);
    const sent = this.#us(times.sentMs);
    const done = this.#us(now);
    const written = isObserved ? this.#us(writtenMs) : sent;
    const arrived = isObserved ? this.#us(arrivedMs) : done;
    const columns = this.#columns;
    columns.caller.push(caller);
    columns.connection.push(connection);
    columns.startUs.push(start);
    columns.waitCallerUs.push(called - start);
    columns.waitConnectionUs.push(sent - called);
    columns.unwrittenUs.push(isObserved ? written - sent : null);
    columns.awayUs.push(arrived - written);
    columns.deliveryUs.push(isObserved ? done - arrived : null);
    columns.failed.push(failed ? 1 : 0);
  }

  /** The requests sampled since the last call. An unfinished sample is returned in parts. */
  take(now: number): RequestSample | null {
    const isGoingOn = this.#left > 0;
    const toMs = isGoingOn ? now : Math.max(this.#toMs, this.#fromMs);
    const sample = { fromUs: this.#us(this.#fromMs), toUs: this.#us(toMs), ...this.#columns };
    this.#columns = empty();
    this.#fromMs = toMs;
    if (isGoingOn) this.#left = this.#most;
    else if (this.#nextMs === Number.POSITIVE_INFINITY) this.#plan(now);
    return sample.fromUs === sample.toUs && sample.caller.length === 0 ? null : sample;
  }

  #plan(now: number): void {
    this.#turn = (this.#turn + GOLDEN) % 1;
    this.#nextMs = now + SPREAD_MS * this.#turn;
  }

  readonly #us = (ms: number): number => Math.round((ms - this.#startMs) * 1000);
}

/** When a request was due, got a caller, was called, and got a connection. */
export interface Times {
  readonly startMs: number;
  readonly issuedMs: number;
  readonly calledMs: number;
  readonly sentMs: number;
}
