// Families with credits and lessons with open spots, for a drill.
import { addDays, DAY_MS, ukDate } from '../../domain/time.ts';
import { newId, newToken } from '../../server/base/ids.ts';
import { startsAt } from '../../server/base/windows.ts';
import { transact } from '../../server/engine/context.ts';
import type { Database } from '../../server/engine/database.ts';
import { insertSignedInFamily } from '../../server/testing/accounts/signed-in-family.ts';
import type { Student } from './people.ts';

const SPOTS = 50;
const CREDITS = 100;
const SESSION_MS = DAY_MS;
const WEEKS_AHEAD = 10;

export async function fill(
  database: Database,
  { families, lessons }: { families: number; lessons: number },
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
      moved_at: now,
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
      await insertSignedInFamily(work, {
        id: student,
        token,
        nth,
        credits: CREDITS,
        reason: 'Drill',
        sessionMs: SESSION_MS,
      });
    }
  });
  return { students, lessons: rows.map(({ id }) => id) };
}
