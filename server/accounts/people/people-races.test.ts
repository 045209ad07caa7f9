// Concurrent calls of a family's people: removal and booking, double acceptance, a last credit.
import { expect } from 'vitest';

import { Refusal } from '../../../domain/errors.ts';
import { hashOf, newId } from '../../base/ids.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import { isUniqueViolation } from '../../engine/database.ts';
import { bookLesson } from '../../lessons/bookings/book.ts';
import { invite, withdraw } from '../../testing/accounts/invitations.ts';
import { eraseFamily, removeParent, removeStudent } from '../../testing/accounts/leaving.ts';
import {
  addParent,
  addStudent,
  makeFamily,
  makeLesson,
  PASSWORD,
  provenParent,
} from '../../testing/factories.ts';
import { type Arena, race, raceTest as test, tally } from '../../testing/races/races.ts';
import { acceptInvitation, findInvitation } from './invitations.ts';
import { addStudent as add } from './students.ts';

const ROUNDS = 12;
/** Lets other calls run in between. */
async function nextTurns(): Promise<void> {
  for (let n = 0; n < 3; n += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}

async function makeParents({ api }: Arena) {
  const family = await makeFamily(api, 1);
  const { id } = await addParent(api, family);
  return { family, partner: { ...family.actor, id } };
}

async function makeSiblings({ api }: Arena) {
  const family = await makeFamily(api, 5);
  const { id: lessonId } = await makeLesson(api);
  return { family, siblingId: await addStudent(api, family), lessonId };
}

async function makeInvited({ api }: Arena) {
  const family = await makeFamily(api, 2);
  const invitation = await invite(api, family);
  return { family, invitation, found: await findInvitation(api.context(null), invitation.token) };
}

race({
  title: 'spends the last credit once for two parents at once',
  rounds: ROUNDS,
  async setup(arena) {
    const lessons = [await makeLesson(arena.api), await makeLesson(arena.api)];
    return { ...(await makeParents(arena)), lessons };
  },
  actors: ({ context, family, partner, lessons: [one, other] }) => [
    () => bookLesson(context(family.actor), { lessonId: one?.id ?? '' }),
    () => bookLesson(context(partner), { lessonId: other?.id ?? '' }),
  ],
  invariant: ({ outcomes }) =>
    expect(outcomes.toSorted()).toEqual(['done', 'insufficient_credits']),
});

race({
  title: 'books a lesson once for each child, even for two parents at once',
  rounds: ROUNDS,
  setup: makeSiblings,
  actors: ({ context, family, siblingId, lessonId }) =>
    [family.studentId, family.studentId, siblingId].map(
      (studentId) => () => bookLesson(context(family.actor), { lessonId, studentId }),
    ),
  invariant({ outcomes }) {
    expect(outcomes.slice(0, 2).toSorted()).toEqual(['already_booked', 'done']);
    expect(outcomes[2]).toBe('done');
  },
});

type Siblings = Arena & Awaited<ReturnType<typeof makeSiblings>>;
const removeDuringBookings =
  (remove: (scene: Siblings) => Promise<unknown>) =>
  (scene: Siblings): readonly (() => Promise<unknown>)[] => {
    const { context, family, siblingId, lessonId } = scene;
    const book = (studentId: string) => bookLesson(context(family.actor), { lessonId, studentId });
    return [() => book(siblingId), () => remove(scene), () => book(family.studentId)];
  };

race({
  title: 'either removes or books a child when both happen at once',
  rounds: 2 * ROUNDS,
  setup: makeSiblings,
  actors: removeDuringBookings(({ context, family, siblingId }) =>
    removeStudent(context(family.actor), siblingId),
  ),
  async invariant({ api, siblingId, outcomes: [booked, removed, other] }) {
    expect(['done', 'validation_failed']).toContain(booked);
    expect(['done', 'has_bookings']).toContain(removed);
    expect(other).toBe('done');
    const students = api.database.db.selectFrom('students').select('removed_at');
    const row = await students.where('id', '=', siblingId).executeTakeFirst();
    if (booked === 'done') expect(row).toEqual({ removed_at: null });
  },
  naive: {
    // The embedded engine has one connection: nothing comes between a read and a write.
    only: 'postgres',
    rounds: 8 * ROUNDS,
    actors: removeDuringBookings(async ({ api, siblingId }) => {
      const { db } = api.database;
      const ahead = activeBookings(db).select('bookings.id').where('student_id', '=', siblingId);
      const bookings = await ahead.execute();
      await nextTurns();
      if (bookings.length > 0) throw new Refusal('has_bookings');
      const removed = { name: 'Removed student', year_class: null, removed_at: api.clock.now };
      await db.updateTable('students').set(removed).where('id', '=', siblingId).execute();
    }),
  },
});

const details = {
  password: PASSWORD,
  parent: { Parent_Name: 'Robin Second', Parent_Phone_Number: '07700900999' },
};

race({
  title: 'accepts an invitation once when it is used ten times at once, and notifies once',
  rounds: ROUNDS / 4,
  setup: makeInvited,
  actors: ({ context, found }) =>
    Array.from({ length: 10 }, () => () => acceptInvitation(context(null), found, details)),
  async invariant({ api, family, invitation, outcomes }) {
    expect(tally(outcomes)).toEqual({ done: 1, invitation_not_found: 9 });
    const sessions = api.database.db.selectFrom('sessions');
    const started = sessions.innerJoin('people', 'people.id', 'person_id').select('sessions.id');
    expect(await started.where('email', '=', invitation.email).execute()).toHaveLength(1);
    expect(await family.readEmails('accepted:')).toHaveLength(1);
  },
});

test('hits the constraint with code that checks the invitation first', async ({ arena, db }) => {
  const { family, invitation } = await makeInvited(arena);
  const accept = async () => {
    const invitations = db.selectFrom('invitations').select('id');
    const found = await invitations
      .where('token_hash', '=', hashOf(invitation.token))
      .executeTakeFirst();
    await nextTurns();
    if (found === undefined) throw new Refusal('invitation_not_found');
    const parent = { name: 'Robin Second', phone: '07700900999', email: invitation.email };
    const identity = { id: newId(), family_id: family.id, role: 'parent' } as const;
    const row = { ...identity, ...parent, password_hash: '', created_at: arena.api.clock.now };
    await db.insertInto('people').values(row).execute();
  };
  const outcomes = await Promise.allSettled([accept(), accept()]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(1);
  const reason: unknown = refused[0]?.reason;
  expect(isUniqueViolation(reason) || /at most two parents/.test(String(reason))).toBe(true);
});

race({
  title: 'either withdraws or accepts an invitation when both happen at once',
  rounds: ROUNDS,
  setup: makeInvited,
  actors: ({ api, context, family, invitation, found }) => [
    () => acceptInvitation(context(null), found, details),
    () => withdraw(api, family, invitation.id),
  ],
  invariant: ({ outcomes }) =>
    expect(outcomes.toSorted()).toEqual(['done', 'invitation_not_found']),
});

race({
  title: 'keeps one of two parents who leave at once, without a deadlock',
  rounds: ROUNDS,
  async setup(arena) {
    const parents = await makeParents(arena);
    const { family, partner } = parents;
    const proven = provenParent(family);
    const provenPartner = provenParent({ personId: partner.id });
    const first = arena.round % 2 === 0 ? partner.id : family.personId;
    return { ...parents, proven, provenPartner, first };
  },
  actors: ({ context, family, partner, proven, provenPartner, first }) => [
    () => removeParent(context(family.actor), proven, first),
    () => removeParent(context(partner), provenPartner, partner.id),
  ],
  invariant({ outcomes }) {
    expect(outcomes).toContain('done');
    for (const outcome of outcomes)
      expect(['done', 'not_found', 'last_parent', 'unauthenticated']).toContain(outcome);
  },
});

const oneMore = { Student_Name: 'One more', year_class: 'year-10' } as const;

race({
  title: 'adds only one of a sixth and a seventh student at once',
  async setup({ api }) {
    const family = await makeFamily(api);
    for (let n = 2; n < 6; n += 1) await addStudent(api, family);
    return { family };
  },
  actors: ({ context, family }) =>
    Array.from({ length: 6 }, () => () => add(context(family.actor), oneMore)),
  invariant: ({ outcomes }) => expect(tally(outcomes)).toEqual({ done: 1, too_many_students: 5 }),
});

race({
  title: 'keeps one of the last two students when both are removed at once',
  rounds: ROUNDS,
  setup: makeSiblings,
  actors: ({ context, family, siblingId }) =>
    [family.studentId, siblingId].map((id) => () => removeStudent(context(family.actor), id)),
  invariant: ({ outcomes }) => expect(outcomes.toSorted()).toEqual(['done', 'last_student']),
});

race({
  title: 'leaves nobody behind when a family closes during other changes',
  rounds: ROUNDS,
  async setup(arena) {
    const invited = await makeInvited(arena);
    const siblingId = await addStudent(arena.api, invited.family);
    return { ...invited, siblingId, proven: provenParent(invited.family) };
  },
  actors: ({ context, family, found, siblingId, proven }) => [
    () => acceptInvitation(context(null), found, details),
    () => eraseFamily(context(family.actor), proven),
    () => add(context(family.actor), oneMore),
    () => removeStudent(context(family.actor), siblingId),
  ],
  async invariant({ api, family }) {
    const families = api.database.db.selectFrom('families').select('deleted_at');
    const { deleted_at } = await families.where('id', '=', family.id).executeTakeFirstOrThrow();
    expect(deleted_at).not.toBeNull();
  },
});
