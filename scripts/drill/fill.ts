// Families with credits and lessons with free spots, for a drill.
import { addDays, ukDate } from '../../domain/time.ts';
import { changeCredits } from '../../server/credits/ledger.ts';
import { transact } from '../../server/engine/context.ts';
import type { Database } from '../../server/engine/database.ts';
import { insertFamily } from '../../server/families/register.ts';
import { hashOf, newId, newToken } from '../../server/ids.ts';
import { startsAt } from '../../server/uk-clock.ts';
import type { Student } from './people.ts';

const SPOTS = 50;
const CREDITS = 100;
const SESSION_MS = 24 * 3_600_000;
const WEEKS_AHEAD = 10;

export async function fill(
  database: Database,
  { families, lessons }: { readonly families: number; readonly lessons: number },
): Promise<{ readonly students: Student[]; readonly lessons: string[] }> {
  const now = Date.now();
  const rows = Array.from({ length: lessons }, (_, nth) => {
    const date = addDays(ukDate(now), 7 * WEEKS_AHEAD + nth);
    return {
      id: newId(),
      date,
      time: '09:00:00',
      starts_at: startsAt(date, '09:00:00'),
      name: 'Forces and motion',
      meeting_link: 'https://meet.example.com/forces',
      max_students: SPOTS,
      notes: '',
      created_at: now,
      updated_at: now,
      deleted_at: null,
    };
  });
  const students = Array.from({ length: families }, () => ({
    token: newToken(),
    student: newId(),
  }));
  await transact({ database, now, actor: null }, async (work) => {
    const { tx } = work;
    await tx.insertInto('lessons').values(rows).execute();
    for (const [nth, { token, student }] of students.entries()) {
      const { parent } = await insertFamily(work, {
        familyId: student,
        studentId: student,
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
          expires_at: now + SESSION_MS,
          ended_at: null,
        })
        .execute();
      await changeCredits(work, {
        familyId: student,
        amount: CREDITS,
        kind: 'adjustment',
        reason: 'Drill',
      });
    }
  });
  return { students, lessons: rows.map(({ id }) => id) };
}
