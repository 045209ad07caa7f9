// Concurrent calls of a family's people: removal and booking, double acceptance, a last credit.
// Beside each race stands code that checks first and writes later, which loses the same race
// wherever another call can run in between.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { bookLesson } from '../lessons/book.ts';
import { isUniqueViolation } from '../engine/database.ts';
import { hashOf, newId } from '../ids.ts';
import { activeBookings } from '../lessons/active-bookings.ts';
import { eraseFamily } from './erasure.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addStudent,
  makeFamily,
  makeLesson,
  parentOf,
  PASSWORD,
  provenParent,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { invite } from '../testing/invitations.ts';
import { readEmails } from '../testing/emails.ts';
import { acceptInvitation, findInvitation } from './invitations.ts';
import { removeParent } from './parents.ts';
import { addStudent as add, removeStudent } from './students.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const ROUNDS = 12;
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The outcome of each call: 'done', or the code of its refusal. */
async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<string[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'done';
    if (outcome.reason instanceof Refusal) return outcome.reason.code;
    throw outcome.reason;
  });
}

test('spends the last credit once for two parents at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api, 1);
    const partner = await addParent(api, family);
    const [one, other] = [await makeLesson(api), await makeLesson(api)];
    const byPartner = { ...parentOf(family), id: partner.id };
    const outcomes = await outcomesOf([
      bookLesson(api.context(parentOf(family)), { lessonId: one.id }),
      bookLesson(api.context(byPartner), { lessonId: other.id }),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'insufficient_credits']);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('books one lesson for one child once for two parents at once, and for two children twice', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api, 5);
    const siblingId = await addStudent(api, family);
    const lesson = await makeLesson(api);
    const book = (studentId: string) =>
      bookLesson(api.context(parentOf(family)), { lessonId: lesson.id, studentId });
    const outcomes = await outcomesOf([
      book(family.studentId),
      book(family.studentId),
      book(siblingId),
    ]);
    expect(outcomes.slice(0, 2).toSorted()).toEqual(['already_booked', 'done']);
    expect(outcomes[2]).toBe('done');
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

/** Removes a child with `remove` during a booking. Returns whether the removed child is booked. */
async function isBookedThoughRemoved(
  remove: (family: TestFamily, id: string) => Promise<unknown>,
): Promise<boolean> {
  const family = await makeFamily(api, 5);
  const id = await addStudent(api, family);
  const lesson = await makeLesson(api);
  const outcomes = await outcomesOf([
    bookLesson(api.context(parentOf(family)), { lessonId: lesson.id, studentId: id }),
    remove(family, id),
    bookLesson(api.context(parentOf(family)), { lessonId: lesson.id, studentId: family.studentId }),
  ]);
  expect(['done', 'validation_failed']).toContain(outcomes[0]);
  expect(['done', 'has_bookings']).toContain(outcomes[1]);
  expect(outcomes[2]).toBe('done');
  const row = await api.database.db
    .selectFrom('students')
    .select('removed_at')
    .where('id', '=', id)
    .executeTakeFirst();
  // Of one who never had a lesson nothing stays.
  return outcomes[0] === 'done' && row?.removed_at !== null;
}

test('either removes or books a child when both happen at once', async () => {
  for (let round = 0; round < 2 * ROUNDS; round += 1)
    expect(
      await isBookedThoughRemoved((family, id) => removeStudent(api.context(parentOf(family)), id)),
    ).toBe(false);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

// The embedded engine has one connection: nothing comes between what it reads and what it writes.
if (inject('engine') === 'postgres')
  test('loses the same race with code that checks for bookings before removing', async () => {
    let lost = 0;
    for (let round = 0; round < 8 * ROUNDS && lost === 0; round += 1)
      if (
        await isBookedThoughRemoved(async (_, id) => {
          const { db } = api.database;
          const ahead = await activeBookings(db)
            .select('bookings.id')
            .where('student_id', '=', id)
            .execute();
          for (let n = 0; n < 3; n += 1) await nextTurn();
          if (ahead.length > 0) throw new Refusal('has_bookings');
          await db
            .updateTable('students')
            .set({ name: 'Removed student', year_class: null, removed_at: api.clock.now })
            .where('id', '=', id)
            .execute();
        })
      )
        lost += 1;
    expect(lost).toBe(1);
  });

const details = {
  password: PASSWORD,
  parent: { Parent_Name: 'Robin Second', Parent_Phone_Number: '07700900999' },
};

test('accepts an invitation once when it is used ten times at once, and notifies once', async () => {
  for (let round = 0; round < ROUNDS / 4; round += 1) {
    const family = await makeFamily(api);
    const { token } = await invite(api, family);
    const found = await findInvitation(api.context(null), token);
    const outcomes = await outcomesOf(
      Array.from({ length: 10 }, () => acceptInvitation(api.context(null), found, details)),
    );
    expect(outcomes.toSorted()).toEqual([
      'done',
      ...Array.from({ length: 9 }, () => 'invitation_not_found'),
    ]);
    expect(await readEmails(api, family.email, 'accepted:')).toHaveLength(1);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('hits the database constraint with code that checks the invitation first', async () => {
  const family = await makeFamily(api);
  const { token, email } = await invite(api, family);
  const { db } = api.database;
  const accept = async () => {
    const found = await db
      .selectFrom('invitations')
      .select('id')
      .where('token_hash', '=', hashOf(token))
      .executeTakeFirst();
    for (let n = 0; n < 3; n += 1) await nextTurn();
    if (found === undefined) throw new Refusal('invitation_not_found');
    await db
      .insertInto('people')
      .values({
        id: newId(),
        family_id: family.id,
        role: 'parent',
        name: 'Robin Second',
        email,
        phone: '07700900999',
        password_hash: '',
        created_at: api.clock.now,
      })
      .execute();
  };
  const outcomes = await Promise.allSettled([accept(), accept()]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(1);
  const reason: unknown = refused[0]?.reason;
  expect(isUniqueViolation(reason) || /at most two parents/.test(String(reason))).toBe(true);
});

test('either withdraws or accepts an invitation when both happen at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api);
    const { token } = await invite(api, family);
    const found = await findInvitation(api.context(null), token);
    const { invitations } = (await api.call(endpoints.getFamily, { token: family.token })).body
      .family;
    const [accepted, withdrawn] = await outcomesOf([
      acceptInvitation(api.context(null), found, details),
      api
        .either(endpoints.withdrawInvitation, {
          token: family.token,
          params: { id: invitations[0]?.id ?? '' },
        })
        .then(({ body }) => {
          if (!body.success) throw new Refusal(body.code);
        }),
    ]);
    expect(new Set([accepted, withdrawn])).toEqual(new Set(['done', 'invitation_not_found']));
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('keeps one of two parents who leave at once, without a deadlock', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api);
    const partner = await addParent(api, family);
    const byHolder = { context: api.context(parentOf(family)), proven: await provenParent(family) };
    const byPartner = {
      context: api.context({ ...parentOf(family), id: partner.id }),
      proven: await provenParent({ personId: partner.id }),
    };
    const outcomes = await outcomesOf([
      removeParent(
        byHolder.context,
        byHolder.proven,
        round % 2 === 0 ? partner.id : family.personId,
      ),
      removeParent(byPartner.context, byPartner.proven, partner.id),
    ]);
    expect(outcomes).toContain('done');
    for (const outcome of outcomes)
      expect(['done', 'not_found', 'last_parent', 'unauthenticated']).toContain(outcome);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('adds only one of a sixth and a seventh student at once', async () => {
  const family = await makeFamily(api);
  for (let n = 2; n < 6; n += 1) await addStudent(api, family);
  const form = { Student_Name: 'One more', year_class: 'year-10' } as const;
  const outcomes = await outcomesOf(
    Array.from({ length: 6 }, () => add(api.context(parentOf(family)), form)),
  );
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'too_many_students')).toHaveLength(5);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('keeps one of the last two students when both are removed at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api);
    const siblingId = await addStudent(api, family);
    const context = api.context(parentOf(family));
    const outcomes = await outcomesOf([
      removeStudent(context, family.studentId),
      removeStudent(context, siblingId),
    ]);
    expect(outcomes.toSorted()).toEqual(['done', 'last_student']);
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('leaves nobody behind when a family closes during other changes', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(api, 2);
    const siblingId = await addStudent(api, family);
    const { token } = await invite(api, family);
    const found = await findInvitation(api.context(null), token);
    const context = api.context(parentOf(family));
    const proven = await provenParent(family);
    await outcomesOf([
      acceptInvitation(api.context(null), found, details),
      eraseFamily(context, proven),
      add(context, { Student_Name: 'One more', year_class: 'year-10' }),
      removeStudent(context, siblingId),
    ]);
    const { deleted_at } = await api.database.db
      .selectFrom('families')
      .select('deleted_at')
      .where('id', '=', family.id)
      .executeTakeFirstOrThrow();
    expect(deleted_at).not.toBeNull();
  }
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});
