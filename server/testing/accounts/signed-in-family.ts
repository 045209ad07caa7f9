// A family with a session and credits, inserted without any call: benchmarks and drills need many.
import { insertFamily } from '../../accounts/register.ts';
import { hashOf, newId, newToken } from '../../base/ids.ts';
import { changeCredits } from '../../credits/ledger.ts';
import type { Work } from '../../engine/context.ts';

interface SignedInFamily {
  /** The id of the family and of its one student. */
  id: string;
  /** The access token of its parent. */
  token: string;
  /** In its names and its address. */
  nth: number;
  credits: number;
  /** Why it has them, as its ledger says. */
  reason: string;
  sessionMs: number;
}

export async function insertSignedInFamily(
  work: Work,
  { id, token, nth, credits, reason, sessionMs }: SignedInFamily,
): Promise<void> {
  const { tx, now } = work;
  const { parent } = await insertFamily(work, {
    familyId: id,
    studentId: id,
    form: {
      Parent_Name: `Parent ${nth}`,
      Parent_Email: `parent${nth}@example.com`,
      Parent_Phone_Number: '07700900123',
      Student_Name: `Student ${nth}`,
    },
    password_hash: 'nobody signs in with this',
    email_confirmed_at: now,
  });
  await tx
    .insertInto('sessions')
    .values({
      id: newId(),
      chain: newId(),
      person_id: parent.person_id,
      admin_id: null,
      access_hash: hashOf(token),
      refresh_hash: hashOf(newToken()),
      created_at: now,
      expires_at: now + sessionMs,
      ended_at: null,
    })
    .execute();
  await changeCredits(work, { familyId: id, amount: credits, kind: 'adjustment', reason });
}
