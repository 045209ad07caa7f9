// Where each credit of a family came from, derived from its ledger. A credit is used oldest first,
// and one that comes back returns to the payment or gift that it came from.
import type { LedgerKind } from './credits.ts';

/** A ledger entry, reduced to what moves credits. */
export interface CreditMove {
  readonly kind: LedgerKind;
  /** Credits added; negative when taken. */
  readonly amount: number;
  readonly booking_id: string | null;
  readonly payment_id: string | null;
}

interface Source {
  /** Null for a gift. */
  readonly paymentId: string | null;
  left: number;
  /** The sources whose credits were taken back in place of its own, which were spent. */
  readonly owes: Source[];
}

/**
 * The credits of each payment that are neither used nor taken back, by the payment's id. `moves`
 * are all entries of one family's ledger in order. The values add up to at most the balance; the
 * rest of it are gifts.
 */
export function unusedCredits(moves: readonly CreditMove[]): ReadonlyMap<string, number> {
  const sources: Source[] = [];
  const ofBooking = new Map<string, Source>();
  for (const { kind, amount, booking_id, payment_id } of moves) {
    const own = sources.find(({ paymentId }) => paymentId !== null && paymentId === payment_id);
    if (kind === 'purchase' || (amount > 0 && booking_id === null && own === undefined)) {
      sources.push({ paymentId: payment_id, left: amount, owes: [] });
      continue;
    }
    for (let credit = 0; credit < Math.abs(amount); credit += 1)
      if (amount > 0) giveBack(own ?? ofBooking.get(booking_id ?? ''));
      else {
        const used = take(sources, own);
        if (booking_id !== null && used !== undefined) ofBooking.set(booking_id, used);
      }
  }
  return new Map(
    sources.flatMap(({ paymentId, left }) => (paymentId === null ? [] : [[paymentId, left]])),
  );
}

/** Takes a credit: of `own` if it has one left, otherwise the oldest, which `own` then owes. */
function take(sources: readonly Source[], own: Source | undefined): Source | undefined {
  const used = own !== undefined && own.left > 0 ? own : sources.find(({ left }) => left > 0);
  if (used === undefined) return undefined;
  used.left -= 1;
  if (own !== undefined && used !== own) own.owes.push(used);
  return used;
}

/** Returns a credit to a source, or to the one that has given a credit in its place. */
function giveBack(source: Source | undefined): void {
  const creditor = source?.owes.shift();
  if (creditor !== undefined) giveBack(creditor);
  else if (source !== undefined) source.left += 1;
}
