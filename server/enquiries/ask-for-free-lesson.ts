// A family with an account asks for its free lesson.
import type { FreeLessonRequest } from '../../domain/enquiries/free-lesson.ts';
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { enquirersYear, isYearUnknown } from '../../domain/school-year.ts';
import { YEAR_MESSAGE } from '../../domain/year-class.ts';
import { isFamilyConfirmed, readFreeLessonOffer } from '../booking/free-lesson.ts';
import { withFamily } from '../booking/locks.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { changeStudent, listStudents, readStatedYears } from '../people/student-rows.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { insertEnquiry } from './enquiries.ts';

/**
 * Stores an enquiry from the family's own data. A given year is stored for its first student, if
 * that student has none. Throws free_lesson_used, already_asked, email_unconfirmed as booking it
 * does, and validation_failed if the year is missing.
 */
export async function askForFreeLesson(
  context: Context<FamilyActor>,
  { year_class: given }: FreeLessonRequest,
): Promise<void> {
  const { id, familyId } = context.actor;
  const ask = async (work: Work) => {
    const { tx, now } = work;
    const { state, isWithdrawn } = await readFreeLessonOffer(tx, familyId);
    if (state !== 'available')
      throw new Refusal(state === 'had' ? 'free_lesson_used' : 'already_asked');
    if (isWithdrawn && !(await isFamilyConfirmed(tx, familyId)))
      throw new Refusal('email_unconfirmed');
    const [first] = await listStudents(tx, familyId, now);
    const parent = await tx
      .selectFrom('people')
      .select(['name', 'email', 'phone', 'email_mark', 'phone_mark'])
      .where('id', '=', id)
      .executeTakeFirst();
    if (first === undefined || parent === undefined) throw new Refusal('unauthenticated');
    if (isYearUnknown(first)) {
      if (given === undefined) throw fieldRefusal('year_class', 'validation_failed', YEAR_MESSAGE);
      await changeStudent(work, { id: first.id, familyId }, { year_class: given });
    }
    const year = (await readStatedYears(tx, familyId)).get(first.id);
    if (year === undefined || year.year_said_in === null) throw new Refusal('unauthenticated');
    const { name, email, phone, ...marks } = parent;
    const form = {
      name,
      email,
      mobile: phone ?? '',
      ...enquirersYear(year.year_class, year.year_said_in),
    };
    await insertEnquiry(work, form, { familyId, marks });
  };
  // The first of several concurrent calls wins.
  await transact(context, (work) => withFamily(work, familyId, () => ask(work)));
}
