/**
 * One system that a class drives together: who drives, and what the teacher's page has published last. The bridge
 * knows neither the system nor its parts.
 */
import type { DriveNotice, DriveReply, DriveRequest } from '../../protocol.ts';
import { LIMITS } from '../../workload/limits.ts';
import { Allowance } from '../rate.ts';
import { isCode, isCodeLike, newCode } from './student-post.ts';

/** Sends notices to the page with the system, and identifies that page. */
export type TellDrive = (notice: DriveNotice) => void;

interface Driver {
  /** Network address of the first request. */
  readonly address: string;
  readonly changes: Allowance;
  seenMs: number;
}

/** The open system and its page. */
interface Open {
  readonly code: string;
  readonly tell: TellDrive;
  readonly drivers: Map<string, Driver>;
  board: unknown;
  own: ReadonlyMap<string, unknown>;
}

/** Interval of the search for drivers that are gone, ms. */
const LOOK_MS = 1_000;

export class Drive {
  readonly #now: () => number;
  #open: Open | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param now clock, ms */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Opens the page's system; an open one of this page keeps its code and its drivers.
   * @param before the code that it had before the page was loaded again: the students' pages still ask with it
   */
  open(tell: TellDrive, before?: unknown): string {
    if (this.#open?.tell === tell) return this.#open.code;
    this.#open?.tell({ event: 'driveEnded' });
    const code = isCodeLike(before) ? before : newCode();
    this.#open = { code, tell, drivers: new Map(), board: null, own: new Map() };
    this.#timer ??= setInterval(() => this.dropSilent(), LOOK_MS).unref();
    return this.#open.code;
  }

  /** Replaces what students see; false if the open system is another page's. */
  publish(tell: TellDrive, board: unknown, own: Readonly<Record<string, unknown>>): boolean {
    if (this.#open?.tell !== tell) return false;
    this.#open.board = board;
    this.#open.own = new Map(Object.entries(own));
    return true;
  }

  /** Closes the system if it belongs to this page. */
  close(tell: TellDrive): void {
    if (this.#open?.tell !== tell) return;
    this.#open = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Answers a student, and passes a change to the teacher's page, which validates it.
   * @param address network address of the student
   */
  take({ code, driver, value }: DriveRequest, address: string): DriveReply {
    const open = this.#open;
    if (!open) return { refused: 'DRV-01' };
    if (!isCode(code, open.code)) return { refused: 'DRV-02' };
    const known = open.drivers.get(driver);
    if (!known) {
      if (open.drivers.size >= LIMITS.drivers) return { refused: 'DRV-03' };
      const atAddress = [...open.drivers.values()].filter((each) => each.address === address).length;
      if (atAddress >= LIMITS.driversPerAddress) return { refused: 'DRV-04' };
    }
    const found = known ?? { address, changes: new Allowance(LIMITS.driverChangesPerSecond), seenMs: 0 };
    found.seenMs = this.#now();
    if (!known) open.drivers.set(driver, found);
    if (value !== undefined && !found.changes.take()) return { refused: 'DRV-05' };
    if (!known || value !== undefined)
      open.tell({ event: 'drive', driver, ...(value === undefined ? {} : { value }) });
    return { board: open.board, own: open.own.get(driver) ?? null };
  }

  /** Forgets drivers that have not asked for a while, and says so to the page. */
  dropSilent(): void {
    const open = this.#open;
    if (!open) return;
    const lastMs = this.#now() - LIMITS.driverSilenceMs;
    for (const [driver, { seenMs }] of open.drivers)
      if (seenMs < lastMs) {
        open.drivers.delete(driver);
        open.tell({ event: 'driverGone', driver });
      }
  }
}
