// Addresses of a family's people that a mail server has refused for good, so that nothing arrives
// there.
import { sql } from 'kysely';

import { toIso } from '../../domain/time.ts';
import type { Db } from '../engine/database.ts';

interface BouncedEmail {
  readonly email: string;
  /** When the last email to it was refused. */
  readonly at: string;
  /** The mail server's words. */
  readonly reason: string;
}

/** By the person's id and address, as `keyOf` has them. */
type Refused = ReadonlyMap<string, BouncedEmail>;

const keyOf = (personId: string, email: string) => `${personId} ${email}`;

/**
 * The last refusal of each address that got nothing since, of one family or, with null, of all.
 * Some may be addresses that their people no longer have: see `bouncedOf`.
 */
export async function listBounced(db: Db, familyId: string | null): Promise<Refused> {
  const rows = await db
    .selectFrom('emails as refused')
    .select(['person_id', 'recipient', 'bounced_at', 'last_error'])
    .where('bounced_at', 'is not', null)
    .where('person_id', 'is not', null)
    .$if(familyId !== null, (query) =>
      query.where('person_id', 'in', (eb) =>
        eb
          .selectFrom('people')
          .select('id')
          .where('family_id', '=', familyId ?? ''),
      ),
    )
    // The last one alone is compared with what was sent later: there may be thousands before it.
    .where(
      sql<boolean>`not exists (select 1 from emails as newer
        where newer.person_id = refused.person_id and newer.recipient = refused.recipient
        and newer.bounced_at > refused.bounced_at)`,
    )
    .where(
      sql<boolean>`not exists (select 1 from emails as later
        where later.family_id = refused.family_id and later.person_id = refused.person_id
        and later.recipient = refused.recipient and later.sent_at > refused.bounced_at)`,
    )
    .execute();
  return new Map(
    rows.map(({ person_id, recipient, bounced_at, last_error }) => [
      keyOf(person_id ?? '', recipient),
      { email: recipient, at: toIso(bounced_at ?? 0), reason: last_error ?? '' },
    ]),
  );
}

/** Those of the addresses that these people have at the moment. */
export function bouncedOf(
  people: readonly { readonly id: string; readonly email: string }[],
  refused: Refused,
): BouncedEmail[] {
  return people.flatMap(({ id, email }) => refused.get(keyOf(id, email)) ?? []);
}
