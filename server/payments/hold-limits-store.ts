// How often, and for how long, a family may have places kept that it does not pay for.
import { Refusal } from '../../domain/errors.ts';
import { CHECKOUTS_WITH_LESSONS, UNPAID_HOLDS } from '../../domain/limits.ts';
import { keptAgainAt, unpaidSince } from '../../domain/unpaid-holds.ts';
import type { Work } from '../db/context.ts';
import { isGranted } from './held-purchase.ts';

/** Throws rate_limited where one more checkout with lessons would be too many. The family is held. */
export async function refuseTooMany({ tx, now }: Work, familyId: string): Promise<void> {
  const checkouts = await tx
    .selectFrom('purchases')
    .select(['created_at', 'updated_at', 'held_until', 'status'])
    .where('family_id', '=', familyId)
    .where('created_at', '>', unpaidSince(now))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('purchase_lessons').select('place').whereRef('purchase_id', '=', 'purchases.id'),
      ),
    )
    .orderBy('created_at')
    .execute();
  const { most, minutes } = CHECKOUTS_WITH_LESSONS;
  const windowMs = minutes * 60_000;
  const recent = checkouts.filter(({ created_at }) => created_at > now - windowMs);
  const [oldest] = recent;
  if (recent.length >= most && oldest !== undefined) throw refuseUntil(oldest.created_at + windowMs, now);
  const unpaid = checkouts.filter(({ status }) => !isGranted(status));
  const again = keptAgainAt(
    unpaid.map(({ created_at, updated_at, held_until }) => ({
      begun: created_at,
      ended: held_until === null ? updated_at : null,
    })),
    now,
  );
  if (again !== null) throw refuseUntil(again, now, KEPT_LONG_ENOUGH);
}

const KEPT_LONG_ENOUGH = `Places have been kept for you for ${UNPAID_HOLDS.minutesADay / 60} hours without a payment. Please buy credits first, then book.`;

function refuseUntil(instant: number, now: number, message?: string): Refusal {
  const headers = { 'retry-after': String(Math.ceil((instant - now) / 1000)) };
  return new Refusal('rate_limited', message === undefined ? { headers } : { headers, message });
}
