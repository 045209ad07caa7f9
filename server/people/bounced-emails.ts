// Bounced addresses of a family's people: a mail server rejected their email for good.
import { sql } from 'kysely';

import { toIso } from '../../domain/time.ts';
import { SITE_REJECTED } from '../../domain/tutor/undelivered-email.ts';
import type { Db } from '../engine/database.ts';

interface BouncedEmail {
  readonly email: string;
  /** When the last email to it bounced. */
  readonly at: string;
  /** The mail server's words. */
  readonly reason: string;
}

/** By the person's id and address, as in `keyOf`. */
type BouncedAddresses = ReadonlyMap<string, BouncedEmail>;

/** Whether the address is at fault, and not the site. */
const isOfAddress = (email: 'bounced' | 'newer') =>
  sql<boolean>`coalesce(${sql.ref(`${email}.last_error`)}, '') not like ${`${SITE_REJECTED}%`}`;

const keyOf = (personId: string, email: string) => `${personId} ${email}`;

/**
 * The last bounce of each address that has received nothing since, of one family or, with null, of
 * all. Some may be addresses that people have since changed: see `bouncedOf`.
 */
export async function listBouncedAddresses(
  db: Db,
  familyId: string | null,
): Promise<BouncedAddresses> {
  const ofAll = db
    .selectFrom('emails as bounced')
    .select(['person_id', 'recipient', 'bounced_at', 'last_error'])
    .where('bounced_at', 'is not', null)
    .where('person_id', 'is not', null)
    .where(isOfAddress('bounced'))
    // Only the last bounce is compared with later emails: there may be thousands of earlier ones.
    .where(
      sql<boolean>`not exists (select 1 from emails as newer
        where newer.person_id = bounced.person_id and newer.recipient = bounced.recipient
        and newer.bounced_at > bounced.bounced_at and ${isOfAddress('newer')})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from emails as later
        where later.family_id = bounced.family_id and later.person_id = bounced.person_id
        and later.recipient = bounced.recipient and later.sent_at > bounced.bounced_at)`,
    );
  const query =
    familyId === null
      ? ofAll
      : ofAll.where('person_id', 'in', (eb) =>
          eb.selectFrom('people').select('id').where('family_id', '=', familyId),
        );
  const rows = await query.execute();
  return new Map(
    rows.map(({ person_id, recipient, bounced_at, last_error }) => [
      keyOf(person_id ?? '', recipient),
      { email: recipient, at: toIso(bounced_at ?? 0), reason: last_error ?? '' },
    ]),
  );
}

/** The bounced addresses that these people currently have. */
export function bouncedOf(
  people: { id: string; email: string }[],
  bounced: BouncedAddresses,
): BouncedEmail[] {
  return people.flatMap(({ id, email }) => bounced.get(keyOf(id, email)) ?? []);
}
