// What a drill counts: acknowledged bookings that are lost or there twice, cancellations undone,
// and the longest pause between two acknowledged bookings.

/** A booking that a client asked for: all of its attempts, under one Idempotency-Key. */
export interface RequestedBooking {
  readonly student: string;
  readonly lesson: string;
  /** The ids under which it was acknowledged: one, or none if the client never learnt. */
  readonly ids: readonly string[];
  readonly cancellation: 'none' | 'asked' | 'acknowledged';
}

/** A booking in the database. */
export interface StoredBooking {
  readonly id: string;
  readonly student: string;
  readonly lesson: string;
  readonly isActive: boolean;
}

/** The ids of bookings, or the students and lessons. */
export interface Verdict {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly undone: readonly string[];
}

const pairOf = ({ student, lesson }: Pick<RequestedBooking, 'student' | 'lesson'>) =>
  `${student} ${lesson}`;

const countBy = <T>(items: T[], keyOf: (item: T) => string) =>
  new Map(
    Map.groupBy(items, keyOf)
      .entries()
      .map(([key, some]) => [key, some.length]),
  );

/** Compares what clients were told with what is there. */
export function judge(requests: RequestedBooking[], stored: StoredBooking[]): Verdict {
  const there = new Map(stored.map((booking) => [booking.id, booking]));
  const isLost = (id: string, { cancellation }: RequestedBooking) => {
    const booking = there.get(id);
    return booking === undefined || (!booking.isActive && cancellation === 'none');
  };
  const requestCounts = countBy(requests, pairOf);
  const storedCounts = countBy(stored, pairOf);
  const active = countBy(
    stored.filter(({ isActive }) => isActive),
    pairOf,
  );
  return {
    lost: requests.flatMap((booking) => booking.ids.filter((id) => isLost(id, booking))),
    doubled: [
      ...requests.filter(({ ids }) => ids.length > 1).map(pairOf),
      // More bookings than anybody asked for, or two of which both take a spot.
      ...[...storedCounts]
        .filter(([pair, count]) => count > (requestCounts.get(pair) ?? 0))
        .map(([pair]) => pair),
      ...[...active].filter(([, count]) => count > 1).map(([pair]) => pair),
    ],
    undone: requests
      .filter(({ cancellation }) => cancellation === 'acknowledged')
      .flatMap(({ ids }) => ids.filter((id) => there.get(id)?.isActive)),
  };
}

/**
 * The longest time between two acknowledgements, of those times that touch `from` to `to`. All in
 * milliseconds; `times` in any order. Without an acknowledgement afterwards the pause lasts until
 * `to`.
 */
export function longestPause(times: number[], from: number, to: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  const before = sorted.findLast((time) => time <= from) ?? from;
  const after = sorted.find((time) => time >= to) ?? to;
  const within = [before, ...sorted.filter((time) => time > from && time < to), after];
  return Math.max(...within.slice(1).map((time, nth) => time - (within[nth] ?? time)));
}

/** The middle value; the mean of two. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('there is no value');
  return (low + high) / 2;
}
