/**
 * Who drives what. A part is the sum of its students' shares and the teacher's rest; no student can take more than an equal
 * part of its largest value. Pure.
 */
import type { Part, PartId } from './scene.ts';

export interface Seat {
  /** Random id of the student's page; never shown. */
  readonly driver: string;
  /** Shown to the class; a student who comes back has it again. */
  readonly number: number;
  readonly part: PartId;
  readonly share: number;
}

export interface Seats {
  readonly seats: readonly Seat[];
  /** What no student drives, by part. */
  readonly rest: Readonly<Partial<Record<PartId, number>>>;
  /** Number and last part of all who have ever come. */
  readonly known: Readonly<Record<string, Pick<Seat, 'number' | 'part'>>>;
}

/** No student drives: the parts have their first values. */
export const emptySeats = (parts: readonly Part[]): Seats => ({
  seats: [],
  rest: Object.fromEntries(parts.map(({ id, first }) => [id, first])),
  known: {},
});

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const heldBy = ({ seats }: Pick<Seats, 'seats'>, part: PartId): readonly Seat[] =>
  seats.filter((seat) => seat.part === part);

/** The value of a part. */
export const wholeOf = (state: Seats, { id, min, max }: Part): number =>
  Math.min(max, Math.max(min, sum(heldBy(state, id).map(({ share }) => share)) + (state.rest[id] ?? 0)));

/** The largest share of one student: an equal part of the largest value, in whole steps. */
export const limitOf = (state: Pick<Seats, 'seats'>, { id, max, step }: Part): number => {
  const each = max / Math.max(1, heldBy(state, id).length);
  return Math.floor(each / step + 1e-9) * step;
};

/** A value in whole steps, within bounds. */
const within = (value: number, most: number, step: number): number =>
  Math.min(most, Math.max(0, Math.round(value / step) * step));

/**
 * A part with other holders: its value stays, shares above the new limit are cut, and what is cut or was the teacher's
 * goes to those who have none yet. The rest stays with the teacher.
 */
function shared(state: Seats, part: Part, newcomers: readonly string[]): Seats {
  const before = wholeOf(state, part);
  const limit = limitOf(state, part);
  const cut = state.seats.map((seat) =>
    seat.part === part.id ? { ...seat, share: Math.min(limit, seat.share) } : seat,
  );
  let left = Math.max(0, before - sum(heldBy({ seats: cut }, part.id).map(({ share }) => share)));
  let waiting = newcomers.length;
  const seats = cut.map((seat) => {
    if (!newcomers.includes(seat.driver)) return seat;
    const share = within(Math.floor(left / waiting / part.step) * part.step, limit, part.step);
    waiting--;
    left -= share;
    return { ...seat, share };
  });
  return { ...state, seats, rest: { ...state.rest, [part.id]: left } };
}

const partNamed = (parts: readonly Part[], id: PartId): Part | undefined =>
  parts.find((part) => part.id === id);

/** The part with the fewest students; of several, the first. */
function nextPart(state: Seats, parts: readonly Part[]): Part | undefined {
  const count = (part: Part) => heldBy(state, part.id).length;
  return [...parts].sort((a, b) => count(a) - count(b))[0];
}

/** A student comes, or comes back to the same part. */
export function joined(state: Seats, driver: string, parts: readonly Part[]): Seats {
  if (state.seats.some((seat) => seat.driver === driver)) return state;
  const known = Object.hasOwn(state.known, driver) ? state.known[driver] : undefined;
  const part = (known && partNamed(parts, known.part)) ?? nextPart(state, parts);
  // They wait until somebody leaves.
  if (!part || heldBy(state, part.id).length >= (part.seats ?? Number.POSITIVE_INFINITY)) return state;
  const number = known?.number ?? Object.keys(state.known).length + 1;
  const seated = {
    ...state,
    seats: [...state.seats, { driver, number, part: part.id, share: 0 }],
    known: { ...state.known, [driver]: { number, part: part.id } },
  };
  return shared(seated, part, [driver]);
}

/** A student leaves: the share goes back to the teacher, so that the part keeps its value. */
export function left(state: Seats, driver: string): Seats {
  const seat = state.seats.find((each) => each.driver === driver);
  if (!seat) return state;
  return {
    ...state,
    seats: state.seats.filter((each) => each !== seat),
    rest: { ...state.rest, [seat.part]: (state.rest[seat.part] ?? 0) + seat.share },
  };
}

/** Clients of students have no rest: only they run them. */
export const withoutClients = (state: Seats, parts: readonly Part[]): Seats => ({
  ...state,
  rest: Object.fromEntries(parts.map(({ id, path }) => [id, path === undefined ? 0 : (state.rest[id] ?? 0)])),
});

/** A student's share, within its limit; the teacher's rest gives way. */
export function withShare(state: Seats, driver: string, value: number, parts: readonly Part[]): Seats {
  const seat = state.seats.find((each) => each.driver === driver);
  const part = seat && partNamed(parts, seat.part);
  if (!part || !Number.isFinite(value)) return state;
  const share = within(value, limitOf(state, part), part.step);
  const seats = state.seats.map((each) => (each === seat ? { ...each, share } : each));
  const room = part.max - sum(heldBy({ seats }, part.id).map((each) => each.share));
  const rest = Math.min(state.rest[part.id] ?? 0, Math.max(0, room));
  return { ...state, seats, rest: { ...state.rest, [part.id]: rest } };
}

/** The teacher's rest of a part, as far as the students' shares leave room. */
export function withRest(state: Seats, value: number, part: Part): Seats {
  const room = part.max - sum(heldBy(state, part.id).map(({ share }) => share));
  const rest = within(value, Math.max(0, room), part.step);
  return { ...state, rest: { ...state.rest, [part.id]: rest } };
}

/** Hands out again: everybody gets the next part, divided evenly; the parts keep their values. */
export function handedOut(state: Seats, parts: readonly Part[]): Seats {
  const order = parts.map(({ id }) => id);
  const wholes = parts.map((part) => wholeOf(state, part));
  const seats = state.seats.map((seat) => ({
    ...seat,
    part: order[(order.indexOf(seat.part) + 1) % order.length] ?? seat.part,
  }));
  const known = Object.fromEntries(
    Object.entries(state.known).map(([driver, one]) => {
      const now = seats.find((seat) => seat.driver === driver);
      return [driver, now ? { number: one.number, part: now.part } : one];
    }),
  );
  return divided({ seats, known, rest: {} }, parts, wholes);
}

/** All parts have their first values again, divided evenly. */
export const reset = (state: Seats, parts: readonly Part[]): Seats =>
  divided(
    state,
    parts,
    parts.map(({ first }) => first),
  );

function divided(state: Seats, parts: readonly Part[], wholes: readonly number[]): Seats {
  const bare: Seats = {
    ...state,
    seats: state.seats.map((seat) => ({ ...seat, share: 0 })),
    rest: Object.fromEntries(parts.map(({ id }, index) => [id, wholes[index] ?? 0])),
  };
  return parts.reduce(
    (now, part) =>
      shared(
        now,
        part,
        heldBy(now, part.id).map(({ driver }) => driver),
      ),
    bare,
  );
}
