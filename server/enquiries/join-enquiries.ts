// Links a family that books its free first lesson itself to its enquiry, or adds one.
import { courseOf } from '../../domain/course.ts';
import { Refusal } from '../../domain/errors.ts';
import { enquirersYear, type StatedYear, sayYear } from '../../domain/school-year.ts';
import type { YearClass } from '../../domain/year-class.ts';
import { newId } from '../base/ids.ts';
import type { LessonFacts } from '../booking/lessons.ts';
import type { LockedFamily } from '../credits/ledger.ts';
import type { Work } from '../engine/context.ts';
import type { ContactMarks } from '../people/contact-marks.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { claimEnquiries, findLatestEnquiry, joinOwnEnquiries } from './family-enquiries.ts';
import { revokeLinksOfFamily } from './invitation-links.ts';

/** How the tutor reaches the parent. */
export interface ParentContact {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

interface DirectBooking {
  /** What was said about the year of the student. */
  readonly year: StatedYear;
  readonly lesson: LessonFacts;
  /** Whether a parent has confirmed the family's address. */
  readonly isConfirmed: boolean;
}

const BOOKED = 'Free lesson booked.';
const YEAR_GUESSED = 'The year was not given: it is that of the lesson.';

/**
 * Marks the enquiries of the caller's family as joined, and makes one if there is none. Returns the
 * latest, and the caller's contact.
 */
export async function joinEnquiries(
  work: Work<FamilyActor>,
  { id: familyId }: LockedFamily,
  { year, lesson, isConfirmed }: DirectBooking,
): Promise<{ readonly parent: ParentContact; readonly enquiryId: string }> {
  const { tx, actor } = work;
  const row = await tx
    .selectFrom('people')
    .select(['name', 'email', 'phone', 'email_mark', 'phone_mark'])
    .where('id', '=', actor.id)
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('unauthenticated');
  const { email_mark, phone_mark, ...contact } = row;
  const parent = { ...contact, phone: contact.phone ?? '' };
  await claimEnquiries(work, familyId, parent);
  const latest = await findLatestEnquiry(tx, familyId);
  await joinOwnEnquiries(work, familyId);
  // A stranger with an unconfirmed address must not end the link of its owner.
  if (isConfirmed) await revokeLinksOfFamily(work, familyId);
  const marks = { email_mark, phone_mark };
  const enquiryId =
    latest ?? (await insertJoinedEnquiry(work, { ...parent, ...marks }, { year, lesson }));
  return { parent, enquiryId };
}

/** Inserts an enquiry that is answered already, so nobody is emailed about it. */
async function insertJoinedEnquiry(
  { tx, now, actor: { familyId } }: Work<FamilyActor>,
  { phone, ...contact }: ParentContact & ContactMarks,
  { year, lesson }: Pick<DirectBooking, 'year' | 'lesson'>,
): Promise<string> {
  const id = newId();
  const { year_class, year_said_in } = year;
  const guessed: YearClass = courseOf(lesson.name) === 'a-level' ? 'year-12' : 'year-11';
  await tx
    .insertInto('enquiries')
    .values({
      id,
      ...contact,
      mobile: phone,
      ...(year_said_in === null ? sayYear(guessed, now) : enquirersYear(year_class, year_said_in)),
      status: 'joined',
      note: year_said_in === null ? `${BOOKED} ${YEAR_GUESSED}` : BOOKED,
      family_id: familyId,
      created_at: now,
      answered_at: now,
      invited_at: now,
    })
    .execute();
  return id;
}
