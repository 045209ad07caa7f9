// Accounts and their people, enquiries, free lessons and imports.
import * as endpoints from '../../../domain/endpoints.ts';
import { DAY_MS } from '../../../domain/time.ts';
import type { Performers } from './world-performers.ts';
import { NO_NAME, PASSWORD, type World } from './world.ts';

const NO_TOKEN = 'x'.repeat(43);

const memberId = async ({ db, names }: World, person: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('people')
    .select('id')
    .where('email', '=', names.emailOf(person))
    .executeTakeFirst();
  return row?.id;
};

/** Remembers the students of a family that an account has just begun with. */
async function learnFamily({ db, names }: World, family: string): Promise<void> {
  const rows = await db
    .selectFrom('students')
    .innerJoin('people', 'people.family_id', 'students.family_id')
    .select(['students.id', 'students.family_id'])
    .where('email', '=', names.emailOf(`${family}.p1`))
    .execute();
  for (const { id, family_id: familyId } of rows) {
    names.families.set(family, familyId);
    names.students.set(`${family}.s1`, id);
  }
}

/** The families whose account was closed in the last day. */
export async function listClosed({ db, names, clock }: World): Promise<string[]> {
  const rows = await db
    .selectFrom('families')
    .select('id')
    .where('deleted_at', '>', clock.now - DAY_MS)
    .execute();
  const closed = new Set(rows.map(({ id }) => id));
  return [...names.families].flatMap(([name, id]) => (closed.has(id) ? name : []));
}

export const accountActs: Performers<
  | 'sign up'
  | 'confirm email'
  | 'add student'
  | 'change student'
  | 'remove student'
  | 'invite person'
  | 'accept invitation'
  | 'remove parent'
  | 'remove sign-in'
  | 'set reminders'
  | 'delete account'
  | 'enquire'
  | 'answer enquiry'
  | 'invite enquiry'
  | 'withdraw enquiry invitation'
  | 'delete enquiry'
  | 'ask for free lesson'
  | 'import'
  | 'undo import'
> = {
  async 'sign up'(world, { family, invitation }) {
    const { mail, names } = world;
    const parent = `${family}.p1`;
    const invite =
      invitation === undefined ? null : (mail.linkOf(names.emailOf(parent), 'sign-up') ?? NO_TOKEN);
    const answer = await world.callOpenly(parent, endpoints.register, {
      body: {
        Parent_Name: names.nameOf(parent),
        Parent_Email: names.emailOf(parent),
        Parent_Phone_Number: names.phoneOf(family),
        Student_Name: names.nameOf(`${family}.s1`),
        password: PASSWORD,
        ...(invite === null ? {} : { invite }),
      },
    });
    if (answer.body === null) return answer.outcome;
    await learnFamily(world, family);
    await world.cheapen(parent);
    return 'ok';
  },
  async 'confirm email'(world, { person }) {
    const token = world.mail.linkOf(world.names.emailOf(person), 'confirm-email');
    if (token === null) return NO_NAME;
    return (await world.callOpenly(person, endpoints.confirmEmail, { body: { token } })).outcome;
  },
  async 'add student'(world, { by, student, year = 'year-10' }) {
    const body = { Student_Name: world.names.nameOf(student), year_class: year };
    const answer = await world.call(by, endpoints.addStudent, { body });
    if (answer.body !== null) world.names.students.set(student, answer.body.student.id);
    return answer.outcome;
  },
  async 'change student'(world, { by, student, year, mayBook }) {
    const id = world.names.students.get(student);
    if (id === undefined) return NO_NAME;
    const body = {
      ...(year === undefined ? {} : { year_class: year }),
      ...(mayBook === undefined ? {} : { may_book: mayBook }),
    };
    return (await world.call(by, endpoints.updateStudent, { params: { id }, body })).outcome;
  },
  async 'remove student'(world, { by, student }) {
    const id = world.names.students.get(student);
    if (id === undefined) return NO_NAME;
    return (await world.call(by, endpoints.removeStudent, { params: { id } })).outcome;
  },
  async 'invite person'(world, { by, person }) {
    const { names } = world;
    const role = person.includes('.s') ? 'student' : 'parent';
    const studentId = role === 'student' ? names.students.get(person) : undefined;
    if (role === 'student' && studentId === undefined) return NO_NAME;
    const body = {
      role,
      email: names.emailOf(person),
      current_password: PASSWORD,
      ...(studentId === undefined ? {} : { Student_ID: studentId }),
    } as const;
    return (await world.call(by, endpoints.invite, { body })).outcome;
  },
  async 'accept invitation'(world, { person }) {
    const { mail, names } = world;
    const token = mail.linkOf(names.emailOf(person), 'invitation');
    if (token === null) return NO_NAME;
    const details = {
      Parent_Name: names.nameOf(person),
      Parent_Phone_Number: names.phoneOf(person),
    };
    const body = { token, password: PASSWORD, ...(person.includes('.p') ? details : {}) };
    const answer = await world.callOpenly(person, endpoints.acceptInvitation, { body });
    if (answer.body === null) return answer.outcome;
    world.remember(person, answer.body.session);
    await world.cheapen(person);
    return 'ok';
  },
  async 'remove parent'(world, { by, person }) {
    const id = await memberId(world, person);
    if (id === undefined) return NO_NAME;
    const body = { current_password: PASSWORD };
    return (await world.call(by, endpoints.removeParent, { params: { id }, body })).outcome;
  },
  async 'remove sign-in'(world, { by, student }) {
    const id = world.names.students.get(student);
    if (id === undefined) return NO_NAME;
    return (await world.call(by, endpoints.removeSignIn, { params: { id } })).outcome;
  },
  'set reminders': async (world, { by, hours }) =>
    (await world.call(by, endpoints.updateProfile, { body: { reminder_hours: hours } })).outcome,
  'delete account': async (world, { by }) =>
    (await world.call(by, endpoints.deleteAccount, { body: { current_password: PASSWORD } }))
      .outcome,

  async enquire(world, { enquiry, family, year }) {
    const { names } = world;
    const email = names.emailOf(`${family}.p1`);
    const answer = await world.callOpenly(enquiry, endpoints.registerInterest, {
      body: {
        name: names.nameOf(`${family}.p1`),
        email,
        mobile: names.phoneOf(family),
        year_class: year,
      },
    });
    if (answer.body === null) return answer.outcome;
    const row = await world.db
      .selectFrom('enquiries')
      .select('id')
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) names.enquiries.set(enquiry, row.id);
    return 'ok';
  },
  async 'answer enquiry'(world, { enquiry }) {
    const id = world.names.enquiries.get(enquiry);
    if (id === undefined) return NO_NAME;
    const body = { status: 'contacted' } as const;
    return (await world.call('tutor', endpoints.updateEnquiry, { params: { id }, body })).outcome;
  },
  async 'invite enquiry'(world, { enquiry, lesson }) {
    const { enquiries, lessons } = world.names;
    const id = enquiries.get(enquiry);
    const lessonId = lesson === undefined ? undefined : lessons.get(lesson);
    if (id === undefined || (lesson !== undefined && lessonId === undefined)) return NO_NAME;
    const body = lessonId === undefined ? {} : { Lesson_ID: lessonId };
    return (await world.call('tutor', endpoints.inviteEnquirer, { params: { id }, body })).outcome;
  },
  async 'withdraw enquiry invitation'(world, { enquiry }) {
    const id = world.names.enquiries.get(enquiry);
    if (id === undefined) return NO_NAME;
    return (await world.call('tutor', endpoints.withdrawEnquiryInvitation, { params: { id } }))
      .outcome;
  },
  async 'delete enquiry'(world, { enquiry }) {
    const id = world.names.enquiries.get(enquiry);
    if (id === undefined) return NO_NAME;
    return (await world.call('tutor', endpoints.deleteEnquiry, { params: { id } })).outcome;
  },
  'ask for free lesson': async (world, { by, year }) => {
    const body = year === undefined ? {} : { year_class: year };
    return (await world.call(by, endpoints.askForFreeLesson, { body })).outcome;
  },

  async import(world, { families, invite, name }) {
    const { names } = world;
    const rows = families.map(({ family, credits }) =>
      [
        names.nameOf(`${family}.p1`),
        names.emailOf(`${family}.p1`),
        names.phoneOf(family),
        names.nameOf(`${family}.s1`),
        'Year 10',
        credits,
      ].join(','),
    );
    const answer = await world.call('tutor', endpoints.importFamilies, {
      file: ['Parent name,Email,Phone,Student,Year,Credits', ...rows].join('\r\n'),
      query: { invite: invite ? 'true' : 'false' },
    });
    if (answer.body === null) return answer.outcome;
    names.imports.set(name, answer.body.import.id);
    for (const { family } of families) await learnFamily(world, family);
    return 'ok';
  },
  async 'undo import'(world, { name }) {
    const id = world.names.imports.get(name);
    if (id === undefined) return NO_NAME;
    return (await world.call('tutor', endpoints.undoImport, { params: { id } })).outcome;
  },
};
