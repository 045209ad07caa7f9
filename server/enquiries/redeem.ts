// A family with an account redeems the tutor's link for its free lesson.
import { Refusal, refuseField } from '../../domain/errors.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { lockFamily } from '../families/profile.ts';
import { confirmAddress } from '../auth/confirmation.ts';
import type { FamilyActor } from '../auth/sessions.ts';
import { changeStudent, listStudents } from '../families/student-rows.ts';
import { releaseExpired } from '../lessons/expired-reservations.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type LiveLink, useLink } from './invitation-links.ts';
import { marksOf } from './once-marks.ts';
import { markJoined } from './enquiries.ts';
import { lockLesson } from '../lessons/spots.ts';
import { grantFreeLesson } from './grant-free-lesson.ts';

/**
 * Grants the credit, books the proposed lesson if possible and uses up the link. Throws
 * invitation_not_found if the link was used or revoked since it was found, and free_lesson_used,
 * which leaves it valid.
 */
export async function redeemLink(
  context: Context<FamilyActor>,
  link: LiveLink,
): Promise<FreeLessonOutcome> {
  const { db } = context.database;
  const { id: personId, familyId } = context.actor;
  const { enquirer, lessonId } = link;
  const parent = await readContact(db, personId);
  const marks = await marksOf(db, {
    emails: [enquirer.email, parent.email],
    phones: [enquirer.mobile, parent.phone],
  });
  if (lessonId !== null) await releaseExpired(context, [lessonId]);
  return transact(context, async (work) => {
    const { tx } = work;
    // Lessons are locked before families, in the lock order.
    if (lessonId !== null) await lockLesson(work, lessonId);
    if (!(await lockFamily(work, familyId))) throw new Refusal('unauthenticated');
    const students = await listStudents(tx, familyId);
    const student =
      students.find(({ year_class }) => year_class === enquirer.year_class) ?? students[0];
    if (student === undefined) throw new Refusal('unauthenticated');
    if (!(await useLink(work, link))) throw refuseField('invite', 'invitation_not_found');
    const granted = await grantFreeLesson(
      work,
      { familyId, studentId: student.id, marks },
      lessonId,
    );
    if (granted === 'none') throw new Refusal('free_lesson_used');
    if (student.year_class === null)
      await changeStudent(tx, { id: student.id, familyId }, { year_class: enquirer.year_class });
    await markJoined(work, enquirer.id, familyId);
    // The link was sent to this address.
    await confirmAddress(work, personId, enquirer.email);
    return granted;
  });
}

/** The data that identifies a parent again. */
async function readContact(
  db: Db,
  personId: string,
): Promise<{ readonly email: string; readonly phone: string }> {
  const parent = await db
    .selectFrom('people')
    .select(['email', 'phone'])
    .where('id', '=', personId)
    .executeTakeFirst();
  if (parent === undefined) throw new Refusal('unauthenticated');
  return { email: parent.email, phone: parent.phone ?? '' };
}
