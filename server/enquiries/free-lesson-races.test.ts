// Two concurrent calls on PostgreSQL: the second waits for the row that decides, and sees the
// result of the first.
import { expect, inject } from 'vitest';

import { AUTOMATIC_INVITATIONS } from '../../domain/tutor/settings.ts';
import { register } from '../accounts/register.ts';
import { NEW_REQUEST } from '../engine/idempotency.ts';
import { listeners } from '../features.ts';
import { marksOf, NO_MARKS } from '../people/contact-marks.ts';
import { addMarks } from '../people/once-marks.ts';
import { changeSettings } from '../settings/settings.ts';
import { readEmails } from '../testing/emails.ts';
import { adminOf } from '../testing/factories.ts';
import { enquire, enquirer, formOf, inviteEnquirer } from '../testing/lessons/free-lessons.ts';
import { lock, overlap } from '../testing/races/locks.ts';
import { test as base } from '../testing/test.ts';
import { askForFreeLesson } from './ask-for-free-lesson.ts';
import { inviteAutomatically, storeEnquiry } from './enquire.ts';
import { insertEnquiry } from './enquiries.ts';
import { findLink, consumeLink } from './invitation-links.ts';
import { signUpBy } from './redeem.ts';

/** An enquirer with a link, who signs up. */
const test = base.extend('invited', async ({ api, tutor }) => {
  const enquiry = await enquire(api);
  const link = await findLink(api.context(null), await inviteEnquirer(api, tutor, enquiry));
  if (link === null) throw new Error('The link is dead.');
  const join = () =>
    register(api.context(null), formOf(enquiry), signUpBy(link), 'test', listeners);
  return { link, join, mobile: enquiry.mobile };
});
test.override('settings', { credits: 0 });

// The embedded engine has one connection: the second call always sees the first one's result.
if (inject('engine') === 'postgres') {
  test('grants no second credit to a known family', async ({ api, db, invited }) => {
    const { phone_mark } = await marksOf(db, { email: '', phone: invited.mobile }, 'test');
    const marks = [phone_mark ?? ''];
    const second = await overlap(
      api,
      (work) => addMarks(work, 'free_lesson', marks),
      () => invited.join(),
    );
    expect(second).toMatchObject({ free_lesson: 'none', user: { Credits: 0 } });
    // The other marks of the second family are not stored, because it was granted nothing.
    const stored = db.selectFrom('once_marks').select('mark').where('kind', '=', 'free_lesson');
    const kept = (await stored.execute()).map(({ mark }) => mark);
    expect(kept.toSorted()).toEqual([...marks, second.user.id].toSorted());
  });

  test('lets nobody else in by a link that is being used', async ({ api, db, invited }) => {
    const joining = overlap(api, (work) => consumeLink(work, invited.link), invited.join);
    await expect(joining).rejects.toMatchObject({ code: 'invitation_not_found' });
    expect(await db.selectFrom('families').select('id').execute()).toEqual([]);
  });

  test('refuses a parent who asks while the other does', async ({ api, family }) => {
    const asking = overlap(
      api,
      async (work) => {
        await lock(work, { families: [family.id] });
        await insertEnquiry(work, enquirer(), { familyId: family.id, marks: NO_MARKS });
      },
      () => askForFreeLesson(family.context(), { year_class: 'year-10' }),
    );
    await expect(asking).rejects.toMatchObject({ code: 'already_asked' });
  });

  test('sends the last automatic invitation of a day once', async ({ api, db, tutor }) => {
    await changeSettings(api.context(adminOf(tutor)), { invite_automatically: true });
    const earlier = { kind: 'automatic_sent' as const, marked_at: api.clock.now };
    const rows = Array.from({ length: AUTOMATIC_INVITATIONS.max - 1 }, (_, number) => ({
      ...earlier,
      mark: `earlier ${number}`,
    }));
    await db.insertInto('once_marks').values(rows).execute();
    const [one, other] = [enquirer(), enquirer()];
    const marks = await marksOf(db, { email: one.email, phone: one.mobile }, 'test');
    await overlap(
      api,
      async (work) => {
        const id = await insertEnquiry(work, one, { familyId: null, marks });
        await inviteAutomatically(work, { id, ...one }, marks);
      },
      () => storeEnquiry(api.context(null), other, NEW_REQUEST, 'test'),
    );
    for (const [{ email }, count] of [
      [one, 1],
      [other, 0],
    ] as const)
      expect(await readEmails(api, email, 'enquiry-invitation:')).toHaveLength(count);
  });
} else
  test('runs one after the other on the embedded engine', async ({ invited }) => {
    const both = await Promise.allSettled([invited.join(), invited.join()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
