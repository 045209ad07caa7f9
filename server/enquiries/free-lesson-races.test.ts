// Two concurrent calls on PostgreSQL: the second waits for the row that decides, and sees the
// result of the first.
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { AUTOMATIC_INVITATIONS } from '../../domain/limits.ts';
import { inviteAutomatically, marksOfAutomatic } from './automatic-invitations.ts';
import { storeEnquiry } from './enquire.ts';
import { findLink, type LiveLink, useLink } from './invitation-links.ts';
import { addMarks, marksOf } from './once-marks.ts';
import { changeSettings } from './settings.ts';
import { insertEnquiry } from './enquiries.ts';
import { NEW_REQUEST } from '../idempotency.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { begin, lock } from '../testing/begun.ts';
import type { Caller } from '../testing/caller.ts';
import { adminOf, makeAdmin, makeFamily, parentOf } from '../testing/factories.ts';
import { enquire, enquirer, formOf, inviteEnquirer } from '../testing/free-lessons.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { askForFreeLesson } from './ask-for-free-lesson.ts';
import { register } from '../families/register.ts';

let api: TestApp;
let admin: Caller;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterEach(async () => {
  expect(await brokenInvariants(api.database.db)).toEqual([]);
  await api.close();
});

const linkOf = async (enquiry: {
  readonly id: string;
  readonly email: string;
}): Promise<LiveLink> => {
  const link = await findLink(api.context(null), await inviteEnquirer(api, admin, enquiry));
  if (link === null) throw new Error('The link is dead.');
  return link;
};

// The embedded engine has one connection: the second call always sees the first one's result.
if (inject('engine') === 'postgres') {
  test('grants no second credit to a known family that signs up again', async () => {
    const { db } = api.database;
    const enquiry = await enquire(api);
    const link = await linkOf(enquiry);
    const marks = await marksOf(db, { emails: [], phones: [enquiry.mobile] });
    const first = await begin(api, (work) => addMarks(work, 'free_lesson', marks));
    const second = register(api.context(null), formOf(enquiry), link);
    await expectWaiting(db, 1);
    await first.end();
    expect(await second).toMatchObject({ free_lesson: 'none', user: { Credits: 0 } });
    // The other marks of the second family are not stored, because it was granted nothing.
    const kept = await db
      .selectFrom('once_marks')
      .select('mark')
      .where('kind', '=', 'free_lesson')
      .execute();
    expect(kept.map(({ mark }) => mark).toSorted()).toEqual(
      [...marks, (await second).user.id].toSorted(),
    );
  });

  test('lets nobody else in by a link that is being used', async () => {
    const enquiry = await enquire(api);
    const link = await linkOf(enquiry);
    const first = await begin(api, (work) => useLink(work, link));
    const second = register(api.context(null), formOf(enquiry), link);
    await expectWaiting(api.database.db, 1);
    await first.end();
    await expect(second).rejects.toMatchObject({ code: 'invitation_not_found' });
    expect(await api.database.db.selectFrom('families').select('id').execute()).toEqual([]);
  });

  test('refuses a parent who asks while the other parent does', async () => {
    const family = await makeFamily(api);
    const first = await begin(api, async (work) => {
      await lock(work, { families: [family.id] });
      await insertEnquiry(work, enquirer(), family.id);
    });
    const second = askForFreeLesson(api.context(parentOf(family)), { year_class: 'year-10' });
    await expectWaiting(api.database.db, 1);
    await first.end();
    await expect(second).rejects.toMatchObject({ code: 'already_asked' });
  });

  test('sends the last automatic invitation of the day to one of two', async () => {
    await changeSettings(api.context(adminOf(admin)), { invite_automatically: true });
    const { db } = api.database;
    const rows = Array.from({ length: AUTOMATIC_INVITATIONS.max - 1 }, (_, number) => ({
      kind: 'automatic_sent' as const,
      mark: `earlier ${number}`,
      marked_at: api.clock.now,
    }));
    await db.insertInto('once_marks').values(rows).execute();
    const [one, other] = [enquirer(), enquirer()];
    const marks = (await marksOfAutomatic(api.context(null), one)) ?? [];
    const first = await begin(api, async (work) => {
      const id = await insertEnquiry(work, one, null);
      await inviteAutomatically(work, { id, ...one }, marks);
    });
    const second = storeEnquiry(api.context(null), other, NEW_REQUEST);
    await expectWaiting(db, 1);
    await first.end();
    await second;
    const sent = (form: { email: string }) => readEmails(api, form.email, 'enquiry-invitation:');
    expect([await sent(one), await sent(other)].map(({ length }) => length)).toEqual([1, 0]);
  });
} else {
  test('runs one after the other on the embedded engine', async () => {
    const enquiry = await enquire(api);
    const link = await linkOf(enquiry);
    const both = await Promise.allSettled(
      [1, 2].map(() => register(api.context(null), formOf(enquiry), link)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
}
