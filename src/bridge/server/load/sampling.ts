/**
 * Looks at single requests: ten times a second, for a moment, every request of the first callers, until each has made about
 * one. Anything else would show dots that have nothing to do with each other.
 */
import { CALLERS_SEEN, type Look } from '../../workload/measured.ts';
import type { Wires } from './wires.ts';

/** A look ends after so many new requests, or one of each caller if those are more. */
const FEWEST = 60;
/**
 * A look does not begin with the report of the last one: that takes this thread some hundred µs, which every look would show.
 * It begins a little later, each time by another share of this, so that nothing periodic is always missed.
 */
const SPREAD_MS = 80;
const GOLDEN = 0.618_033_988_75;

type Columns = { readonly [Column in keyof Omit<Look, 'fromUs' | 'toUs'>]: Look[Column][number][] };

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
  readonly #wires: Wires;
  #startMs = 0;
  /** When the next look begins, with the first request from then on; infinite while one lasts. */
  #nextMs = Number.POSITIVE_INFINITY;
  /** The latest look; its end is infinite while it lasts. */
  #fromMs = 0;
  #toMs = Number.NEGATIVE_INFINITY;
  /** Requests that may still be made in it. */
  #left = 0;
  #turn = 0;
  #columns = empty();

  constructor(callers: number, wires: Wires) {
    this.#callers = Math.min(callers, CALLERS_SEEN);
    this.#most = Math.max(FEWEST, this.#callers);
    this.#wires = wires;
  }

  start(now: number): void {
    this.#startMs = now;
    this.#fromMs = now;
    this.#plan(now);
  }

  /** A request is made. */
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

  /** A request is over: kept when it was under way in a look. */
  end(caller: number, connection: number, times: Times, now: number, failed: boolean): void {
    if (times.startMs >= this.#toMs || caller >= this.#callers) return;
    const writtenMs = this.#wires.writtenSince(connection, times.sentMs);
    const arrivedMs = this.#wires.arrived(connection);
    const isSeen = writtenMs !== undefined && arrivedMs !== undefined && arrivedMs >= writtenMs;
    const start = this.#us(times.startMs);
    const called = this.#us(times.calledMs);
    const sent = this.#us(times.sentMs);
    const done = this.#us(now);
    const written = isSeen ? this.#us(writtenMs) : sent;
    const arrived = isSeen ? this.#us(arrivedMs) : done;
    const columns = this.#columns;
    columns.caller.push(caller);
    columns.connection.push(connection);
    columns.startUs.push(start);
    columns.waitCallerUs.push(called - start);
    columns.waitConnectionUs.push(sent - called);
    columns.unwrittenUs.push(isSeen ? written - sent : null);
    columns.awayUs.push(arrived - written);
    columns.deliveryUs.push(isSeen ? done - arrived : null);
    columns.failed.push(failed ? 1 : 0);
  }

  /** What was seen since the last time. A look that has not ended is told in parts. */
  take(now: number): Look | null {
    const isGoingOn = this.#left > 0;
    const toMs = isGoingOn ? now : Math.max(this.#toMs, this.#fromMs);
    const look = { fromUs: this.#us(this.#fromMs), toUs: this.#us(toMs), ...this.#columns };
    this.#columns = empty();
    this.#fromMs = toMs;
    if (isGoingOn) this.#left = this.#most;
    else if (this.#nextMs === Number.POSITIVE_INFINITY) this.#plan(now);
    return look.fromUs === look.toUs && look.caller.length === 0 ? null : look;
  }

  #plan(now: number): void {
    this.#turn = (this.#turn + GOLDEN) % 1;
    this.#nextMs = now + SPREAD_MS * this.#turn;
  }

  readonly #us = (ms: number): number => Math.round((ms - this.#startMs) * 1000);
}

/** When a request was wanted, had a caller, was called, and had a connection. */
export interface Times {
  readonly startMs: number;
  readonly issuedMs: number;
  readonly calledMs: number;
  readonly sentMs: number;
}
