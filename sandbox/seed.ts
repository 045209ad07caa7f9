// Sample people, lessons, bookings and enquiries for the demo, created through the product's code.
import type { ParentUser } from '../domain/people/account.ts';
import type { SignUpForm } from '../domain/people/sign-up.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';
import { insertPerson } from '../server/accounts/accounts.ts';
import { register } from '../server/accounts/register.ts';
import { insertAdmin } from '../server/auth/admins.ts';
import { confirmAddress } from '../server/auth/confirmation.ts';
import type { BookingActor } from '../server/booking/attending.ts';
import { changeCredits } from '../server/credits/ledger.ts';
import { type Context, transact } from '../server/engine/context.ts';
import type { Database, Db } from '../server/engine/database.ts';
import { NEW_REQUEST } from '../server/engine/idempotency.ts';
import { storeEnquiry } from '../server/enquiries/enquire.ts';
import { listeners } from '../server/features.ts';
import { bookLesson } from '../server/lessons/bookings/book.ts';
import { joinLesson } from '../server/lessons/join-links/join-links.ts';
import { readParents } from '../server/people/recipients.ts';
import { changeStudent, insertStudent } from '../server/people/student-rows.ts';
import { hashPassword } from '../server/sessions/hashing.ts';
import { cheapHashOf } from '../server/testing/accounts/cheap-hash.ts';
import {
  BOOKABLE_IN_MS,
  planSampleLessons,
  type PlannedLesson,
  planLiveLesson,
  WEEKS_BACK,
} from './lessons.ts';
import { prepareFor, seedTopics, sendLetter, teach } from './rooms.ts';
import { buyPackage, returnCredits } from './sample-payment.ts';
import type { StripeSandbox } from './stripe.ts';

export const DEMO_ADMIN = {
  email: 'admin@example.com',
  name: 'Ada Sample',
  password: 'demo-admin',
};

const DEMO_FAMILY: SignUpForm = {
  Parent_Name: 'Priya Example',
  Parent_Email: 'parent@example.com',
  Parent_Phone_Number: '07700 900123',
  Student_Name: 'Asha Example',
  password: 'demo-student',
};
export const DEMO_STUDENT = {
  email: DEMO_FAMILY.Parent_Email,
  password: DEMO_FAMILY.password,
  credits: 3,
};

/** Whose share of the queue of hashes the samples take. */
const SEED = 'seed';
const SHARED_PASSWORD = 'demo-family';
const SHARED_FAMILY: SignUpForm = {
  Parent_Name: 'Nadia Beispiel',
  Parent_Email: 'nadia@example.com',
  Parent_Phone_Number: '07700 900131',
  Student_Name: 'Leila Beispiel',
  password: SHARED_PASSWORD,
};
const SECOND_PARENT = {
  name: 'Karim Beispiel',
  email: 'karim@example.com',
  phone: '07700 900132',
} as const;
const SIBLING = { Student_Name: 'Sami Beispiel', year_class: 'year-13' } as const;

/**
 * A family of two parents and two students, the first of whom can sign in. All have the same
 * password.
 */
export const DEMO_SHARED_FAMILY = {
  parents: [SHARED_FAMILY.Parent_Email, SECOND_PARENT.email],
  students: [SHARED_FAMILY.Student_Name, SIBLING.Student_Name],
  studentEmail: 'leila@example.com',
  password: SHARED_PASSWORD,
} as const;

/** A family that has just signed up: its first lesson is free. */
const NEW_FAMILY: SignUpForm = {
  Parent_Name: 'Rosa Muster',
  Parent_Email: 'rosa@example.com',
  Parent_Phone_Number: '07700 900141',
  Student_Name: 'Nico Muster',
  password: 'demo-new',
};
export const DEMO_NEW_FAMILY = {
  email: NEW_FAMILY.Parent_Email,
  password: NEW_FAMILY.password,
} as const;

/** The first classmate's parent has bought a package and returned these. */
const RETURNED_CREDITS = 2;
const CLASSMATES = ['Tom Specimen', 'Lena Placeholder', 'Omar Muster', 'Grace Ejemplo'];

/** How long before the start the sample student joins. */
const JOINED_EARLY_MS = 4 * MINUTE_MS;
/** Name, year, and how many hours ago they wrote. */
const ENQUIRERS = [
  ['Harriet Sample', 'year-11', 3],
  ['Daniel Specimen', 'year-12', 21],
  ['Mei Placeholder', 'year-10', 30],
  ['Yusuf Ejemplo', 'year-13', 26 * 24],
] as const;

/** Lessons of the sample student, by id. */
export interface SeededRooms {
  readonly live: string;
  /** Over, with answers and slides. */
  readonly past: string;
  /** To prepare for. */
  readonly coming: string;
}

/** A context of that instant, whose actor is the family if one is given. */
type ContextAt = (instant: number, familyId?: string) => Context<BookingActor>;

/**
 * Fills an empty database. `now` is epoch milliseconds; all dates are relative to it. What is
 * bought is paid for at the stand-in.
 */
export async function seed(
  database: Database,
  now: number,
  stripe: StripeSandbox,
): Promise<SeededRooms> {
  const at: ContextAt = (instant, familyId = '') => ({
    database,
    now: instant,
    actor: { familyId, student: null },
  });
  const { password, ...admin } = DEMO_ADMIN;
  // Nearly every journey signs in as the tutor, and everybody knows this password.
  const password_hash = cheapHashOf(password);
  const adminId = await transact(at(now), (work) => insertAdmin(work, { ...admin, password_hash }));
  const joined = now - (WEEKS_BACK + 1) * 7 * DAY_MS;
  const family = await join(at(joined), DEMO_FAMILY);
  const classmates = await joinClassmates(at(joined));

  const topics = await seedTopics(at(joined));
  const lessons = await planSampleLessons(at(now), topics, { full: CLASSMATES.length });
  const live = await planLiveLesson(at(now), topics);
  const past = lessons.filter(({ startsAt }) => startsAt < now);
  const ahead = lessons.filter(({ startsAt }) => startsAt > now + BOOKABLE_IN_MS);
  const attended = past.slice(0, 2);
  const [coming] = ahead;
  const looked = attended.at(-1);
  if (coming === undefined || looked === undefined) throw new Error('expected lessons to plan');
  const booked = [...attended, live, coming];
  await give(at(joined, family.id), DEMO_STUDENT.credits + booked.length);
  for (const lesson of booked) await attend(at, lesson, family.id, now);
  const familyIds = [family.id, ...classmates.map(({ id }) => id)];
  for (const { id } of classmates) {
    await give(at(joined, id), 2);
    for (const lesson of [looked, live])
      await bookLesson(at(lesson.startsAt - DAY_MS, id), { lessonId: lesson.id });
  }
  for (const lesson of attended) await prepareFor(database, lesson, [family.id]);
  await prepareFor(database, looked, familyIds.slice(1));
  await teach(database, looked, familyIds);
  await sendLetter(database, looked, adminId);
  // One student has not begun.
  await prepareFor(database, live, familyIds.slice(0, -1));

  // Fills the first future lesson, and leaves fewer spots in others.
  const popular = ahead.slice(0, 6);
  for (const [index, { id }] of classmates.entries()) {
    const some = popular.filter((_, nth) => nth === 1 || (nth + index) % 2 === 0);
    await give(at(joined, id), some.length + 1);
    for (const lesson of some) await bookLesson(at(now - HOUR_MS, id), { lessonId: lesson.id });
  }
  await seedSharedFamily(
    { joined: at(joined), booked: at(now - HOUR_MS) },
    popular.slice(2),
    stripe,
  );

  const bought = await buyPackage(at(now - 3 * DAY_MS), stripe, 'classmate1@example.com');
  await returnCredits(at(now - DAY_MS, bought.familyId), stripe, bought, RETURNED_CREDITS);

  await join(at(now - HOUR_MS), NEW_FAMILY);

  await seedEnquiries(at, now);
  return { live: live.id, past: looked.id, coming: coming.id };
}

/** Signs up a family and follows the link in its welcome email. */
async function join(context: Context, form: SignUpForm): Promise<ParentUser> {
  const { user } = await register(context, form, null, SEED, listeners);
  await transact(context, async (work) => {
    for (const { person_id } of await readParents(work.tx, user.id))
      await confirmAddress(work, person_id);
  });
  return user;
}

async function seedEnquiries(at: ContextAt, now: number): Promise<void> {
  for (const [index, [name, year_class, hoursAgo]] of ENQUIRERS.entries()) {
    const email = `${name.split(' ', 1)[0]?.toLowerCase()}@example.com`;
    const form = { name, email, mobile: `07700 90020${index + 1}`, year_class };
    await storeEnquiry(at(now - hoursAgo * HOUR_MS), form, NEW_REQUEST, SEED);
  }
}

const joinClassmates = (context: Context): Promise<ParentUser[]> =>
  Promise.all(
    CLASSMATES.map((studentName, index) =>
      join(context, {
        ...DEMO_FAMILY,
        Parent_Name: `${studentName} senior`,
        Parent_Email: `classmate${index + 1}@example.com`,
        Student_Name: studentName,
      }),
    ),
  );

/** Books a lesson for a family, and joins it if it has begun. */
async function attend(
  at: ContextAt,
  { id, startsAt }: PlannedLesson,
  familyId: string,
  now: number,
): Promise<void> {
  const context = at(Math.min(startsAt - DAY_MS, now - HOUR_MS), familyId);
  const { booking } = await bookLesson(context, { lessonId: id });
  if (startsAt < now)
    await joinLesson(
      at(startsAt - JOINED_EARLY_MS),
      await readToken(context.database.db, booking.id),
    );
}

/** The token in a booking's join link. */
async function readToken(db: Db, bookingId: string): Promise<string> {
  const { join_token } = await db
    .selectFrom('bookings')
    .select('join_token')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  return join_token ?? '';
}

/** The students have future lessons by course, and share the last of them. */
async function seedSharedFamily(
  { joined, booked }: { joined: Context; booked: Context },
  lessons: PlannedLesson[],
  stripe: StripeSandbox,
): Promise<void> {
  const { id: familyId, students } = await join(joined, SHARED_FAMILY);
  const password_hash = await hashPassword(SHARED_PASSWORD, SEED);
  const actor = { familyId, student: null };
  const [first] = students;
  if (first === undefined) throw new Error('expected a student in the new family');
  // The parent who joined first owns the account.
  const later = { ...joined, now: joined.now + DAY_MS };
  const sibling = await transact(later, async (work) => {
    await changeStudent(
      work,
      { id: first.id, familyId },
      { year_class: 'year-11', may_book: true },
    );
    const shared = { family_id: familyId, password_hash, email_confirmed_at: later.now };
    await insertPerson(work, { ...shared, ...SECOND_PARENT, role: 'parent' });
    const { studentEmail: email } = DEMO_SHARED_FAMILY;
    const own = { role: 'student', student_id: first.id, name: first.Student_Name, email } as const;
    await insertPerson(work, { ...shared, ...own, phone: null });
    return insertStudent(work, familyId, SIBLING);
  });
  const gcse = lessons.find(({ name }) => name.startsWith('GCSE'));
  const aLevel = lessons.find(({ name }) => name.startsWith('A-level'));
  const both = lessons.findLast((lesson) => lesson !== gcse && lesson !== aLevel);
  const chosen = [
    [gcse, first],
    [aLevel, sibling],
    [both, first],
    [both, sibling],
  ] as const;
  await give({ ...joined, actor }, 1);
  // One credit more than is booked, so that there is an invoice.
  await buyPackage(later, stripe, SECOND_PARENT.email);
  for (const [lesson, student] of chosen) {
    if (lesson === undefined) continue;
    await bookLesson({ ...booked, actor }, { lessonId: lesson.id, studentId: student.id });
  }
}

/** Gives credits to the actor's family. */
function give(context: Context<{ familyId: string }>, amount: number): Promise<unknown> {
  return transact(context, (work) =>
    changeCredits(work, {
      familyId: work.actor.familyId,
      amount,
      kind: 'adjustment',
      reason: 'Sample credits',
    }),
  );
}
