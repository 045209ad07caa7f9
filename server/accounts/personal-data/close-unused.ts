// Closes accounts that nobody has confirmed or used: most have been made with somebody else's
// address, or by a machine.
import { type ExpressionBuilder, sql } from 'kysely';

import { DAY_MS } from '../../../domain/time.ts';
import { UNUSED_ACCOUNT_DAYS } from '../../../domain/tutor/retention.ts';
import { withLocks } from '../../booking/locks.ts';
import { eraseReasons, type LockedFamily } from '../../credits/ledger.ts';
import { eraseEmails } from '../../email/erasure.ts';
import { actOnEach, type Context, transact, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { hasRowLocks } from '../../engine/row-locks.ts';
import { revokeExcuseLinks } from '../../lessons/excuses/excuse-links.ts';
import { readParents } from '../../people/recipients.ts';
import type { Tables } from '../../schema/tables.ts';
import { lockAccount } from '../../sessions/credentials.ts';
import { NO_PASSWORD } from '../../sessions/hashing.ts';
import type { AccountListeners } from '../listeners.ts';
import { closeFamily } from '../profile.ts';
import { tellLeaving } from './erasure.ts';

/** So few that no statement takes long, however many families there are. */
const LISTED_AT_ONCE = 500;

/** A used family has rows in one of these. Activities are what admins did for it. */
const TRACES = ['payments', 'waiting_list_entries', 'imported_families', 'activities'] as const;

interface UnusedLimits {
  readonly now: number;
  /** A family whose latest enquiry is of this instant or later stays (epoch milliseconds). */
  readonly enquiriesFrom: number;
}

/** Rolls back: the family was used meanwhile. */
class UsedError extends Error {}

/**
 * Closes the families that signed up some weeks ago, have confirmed no address, are signed in
 * nowhere and have never been used but for a free lesson that was withdrawn, as if they had deleted
 * their account. Nobody is told: nobody has said that the address is theirs. Each is one
 * transaction. Returns their number.
 */
export async function closeUnusedFamilies(
  context: Context<null>,
  { enquiriesFrom, listeners }: { enquiriesFrom: number; listeners: AccountListeners },
  signal?: AbortSignal,
): Promise<number> {
  const unused = { now: context.now, enquiriesFrom };
  let closed = 0;
  const families = listUnusedFamilies(context.database.db, unused);
  const each = { complaint: 'unused accounts were not closed', signal };
  await actOnEach(families, each, async ({ id }) => {
    if (await tryToClose(context, id, { unused, listeners })) closed += 1;
  });
  return closed;
}

async function* listUnusedFamilies(db: Db, unused: UnusedLimits): AsyncGenerator<{ id: string }> {
  for (let last: OldFamily = { id: '', created_at: 0 }; ;) {
    const families = await listOldFamilies(db, unused.now, last);
    const next = families.at(-1);
    if (next === undefined) return;
    const ids = families.map(({ id }) => id);
    yield* await unusedFamilies(db, unused)
      .where('families.id', 'in', ids)
      .where(hasNoBooking)
      .execute();
    last = next;
  }
}

interface OldFamily {
  readonly id: string;
  readonly created_at: number;
}

const isOld = (now: number) => sql<boolean>`
  families.deleted_at is null
  and families.created_at <= ${now - UNUSED_ACCOUNT_DAYS * DAY_MS}`;

/** The next families that signed up so long ago, in that order. */
const listOldFamilies = (db: Db, now: number, after: OldFamily): Promise<OldFamily[]> =>
  db
    .selectFrom('families')
    .select(['id', 'created_at'])
    .where(isOld(now))
    .where('created_at', '>=', after.created_at)
    .where((family) =>
      family.or([family('created_at', '>', after.created_at), family('id', '>', after.id)]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(LISTED_AT_ONCE)
    .execute();

interface CloseRequest {
  unused: UnusedLimits;
  listeners: AccountListeners;
}

async function tryToClose(
  context: Context<null>,
  id: string,
  closing: CloseRequest,
): Promise<boolean> {
  try {
    await transact(context, (work) =>
      withLocks(work, { families: [id] }, ({ families }) => {
        const family = families.get(id);
        if (family === undefined) throw new UsedError();
        return closeUnused(work, family, closing);
      }),
    );
    return true;
  } catch (error) {
    if (error instanceof UsedError) return false;
    throw error;
  }
}

/** Throws UsedError if somebody has used the account meanwhile. */
async function closeUnused(
  work: Work,
  family: LockedFamily,
  { unused, listeners }: CloseRequest,
): Promise<void> {
  const { tx } = work;
  const { id } = family;
  const ifUnused = unusedFamilies(tx, unused).where('families.id', '=', id);
  // Whoever adds a row of the family, such as an enquiry, ends first or waits.
  await tx
    .selectFrom('families')
    .select('id')
    .where('id', '=', id)
    .$if(hasRowLocks(tx), (rows) => rows.forUpdate())
    .execute();
  // Before the listeners, which delete what the family has sent since it was listed, and what says
  // that its free lesson was withdrawn.
  if ((await ifUnused.where(hasNoBooking).executeTakeFirst()) === undefined) throw new UsedError();
  const parents = await readParents(tx, id);
  for (const { beforeFamilyLeaves } of listeners) await beforeFamilyLeaves?.(work, family);
  for (const { person_id } of parents) await tellLeaving(work, person_id, listeners);
  // A sign-in or a confirmation that is under way ends first.
  for (const parent of parents) await lockAccount(tx, { audience: 'family', id: parent.person_id });
  if ((await ifUnused.executeTakeFirst()) === undefined) throw new UsedError();
  await closeFamily(work, family, listeners);
  await revokeExcuseLinks(work, family);
  for (const { afterStudentsLeft } of listeners) await afterStudentsLeft?.(work, { familyId: id });
  await eraseReasons(tx, [id]);
  await eraseEmails(work, 'family_id', [id]);
  // Rows that refer to an open family were added before it was closed, or not at all.
  const used = await tx
    .selectFrom('families')
    .select('families.id')
    .where('families.id', '=', id)
    .where(hasTraces)
    .executeTakeFirst();
  if (used !== undefined) throw new UsedError();
}

const hasTraces = (family: ExpressionBuilder<Tables, 'families'>) =>
  family.or(
    TRACES.map((table) =>
      family.exists(
        family
          .selectFrom(table)
          .select(sql.lit(1).as('one'))
          .whereRef(`${table}.family_id`, '=', 'families.id'),
      ),
    ),
  );

/**
 * Whether the family has no booking, and its credits have not changed but for a free lesson that
 * was withdrawn. Nobody changes either while the family is locked.
 */
function hasNoBooking(family: ExpressionBuilder<Tables, 'families'>) {
  const withdrawnBy = family
    .selectFrom('unconfirmed_grants')
    .select('withdrawn_entry')
    .whereRef('unconfirmed_grants.family_id', '=', 'families.id');
  const booked = family
    .selectFrom('bookings')
    .select('bookings.id')
    .whereRef('bookings.family_id', '=', 'families.id')
    .where('bookings.cancelled_at', 'is', null);
  const entries = family
    .selectFrom('credit_ledger')
    .select('credit_ledger.seq')
    .whereRef('credit_ledger.family_id', '=', 'families.id')
    .where((entry) => entry('credit_ledger.seq', '>', entry.fn.coalesce(withdrawnBy, sql.lit(0))));
  return family.not(family.or([family.exists(booked), family.exists(entries)]));
}

const unusedFamilies = (db: Db, { now, enquiriesFrom }: UnusedLimits) =>
  db
    .selectFrom('families')
    .select('families.id')
    .where(isOld(now))
    .where((family) => {
      const people = family.selectFrom('people').whereRef('people.family_id', '=', 'families.id');
      const sessions = people.innerJoin('sessions', 'sessions.person_id', 'people.id');
      const enquiries = family
        .selectFrom('enquiries')
        .whereRef('enquiries.family_id', '=', 'families.id');
      return family.not(
        family.or([
          family.exists(
            people.select('people.id').where((person) =>
              person.or([
                person('email_confirmed_at', 'is not', null),
                // The tutor has brought it along.
                person('password_hash', '=', NO_PASSWORD),
              ]),
            ),
          ),
          family.exists(
            sessions
              .select('sessions.id')
              .where('sessions.ended_at', 'is', null)
              .where('sessions.expires_at', '>', now),
          ),
          family.exists(
            enquiries
              .select('enquiries.id')
              .where((enquiry) =>
                enquiry.or(
                  (['created_at', 'answered_at', 'invited_at'] as const).map((contact) =>
                    enquiry(`enquiries.${contact}`, '>=', enquiriesFrom),
                  ),
                ),
              ),
          ),
          // The tutor may still restore a form that the trap has caught from one of them.
          family.exists(
            people
              .innerJoin('caught_enquiries', 'caught_enquiries.email', 'people.email')
              .select('caught_enquiries.id'),
          ),
          hasTraces(family),
        ]),
      );
    });
