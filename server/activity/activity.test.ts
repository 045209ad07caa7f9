// The activity log: complete, attributed, dated and append-only.
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { activityKinds } from '../../domain/activity.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import {
  lessonForm,
  makeAdmin,
  makeLesson,
  makeFamily,
  parentOf,
  PASSWORD,
} from '../testing/factories.ts';
import { enquire, inviteEnquirer } from '../testing/free-lessons.ts';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
// The clock only moves forward, so the newest entry is the last one made.
beforeEach(() => api.clock.advance({ minutes: 1 }));

const record = async (query = {}) =>
  (await api.call(endpoints.listActivities, { token: admin.token, query })).body.activities;

/** The newest entry of the log. */
const latest = async () => {
  const [first] = await record();
  return [first?.kind, first?.admin, first?.subject, first?.created_at];
};

test('records a sign-in with its address, but not a failed one', async () => {
  api.clock.advance({ minutes: 1 });
  const before = (await record()).length;
  await api.refused(endpoints.adminLogin, {
    body: { email: admin.email, password: 'wrong password' },
  });
  expect(await record()).toHaveLength(before);
  await api.call(endpoints.adminLogin, {
    body: { email: admin.email, password: PASSWORD },
    address: '198.51.100.7',
  });
  expect(await latest()).toEqual([
    'signed_in',
    'Tutor',
    'Signed in from 198.51.100.7',
    '2026-11-18T12:02:00.000Z',
  ]);
});

test('records creating, changing and deleting lessons, with name and UK time', async () => {
  const { token } = admin;
  const changes = [
    async () =>
      (await api.call(endpoints.createLesson, { token, body: lessonForm })).body.lesson.id,
    async (id: string) => {
      await api.call(endpoints.updateLesson, { token, params: { id }, body: { Time: '10:00:00' } });
      return id;
    },
    async (id: string) => {
      await api.call(endpoints.deleteLesson, { token, params: { id } });
      return id;
    },
  ];
  const seen: unknown[] = [];
  let id = '';
  for (const change of changes) {
    api.clock.advance({ minutes: 1 });
    id = await change(id);
    seen.push((await latest()).toSpliced(3).toSpliced(1, 1));
  }
  expect(seen).toEqual([
    ['lesson_created', 'Forces and motion, Sat 21 Nov 09:00'],
    ['lesson_updated', 'Forces and motion, Sat 21 Nov 10:00'],
    ['lesson_deleted', 'Forces and motion, Sat 21 Nov 10:00'],
  ]);
});

test('records a repeated lesson once per lesson', async () => {
  const before = (await record()).length;
  await api.call(endpoints.repeatLesson, { token: admin.token, body: { ...lessonForm, weeks: 5 } });
  expect(await record()).toHaveLength(before + 5);
});

test('records credits, attendance and receipts with their student', async () => {
  const { token } = admin;
  const student = await makeFamily(api, 1);
  const lesson = await makeLesson(api, { Date: '2026-11-18', Time: '13:00:00' });
  const booked = await api.call(endpoints.bookLesson, {
    token: student.token,
    body: { Lesson_ID: lesson.id },
  });
  const name = (await api.call(endpoints.getProfile, { token: student.token })).body.user
    .Student_Name;

  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.adjustCredits, {
    token,
    params: { id: student.id },
    body: { amount: 2, reason: 'Free first lessons' },
  });
  expect((await latest())[2]).toBe(`${name}: +2 credits, Free first lessons`);
  await api.refused(endpoints.adjustCredits, {
    token,
    params: { id: student.id },
    body: { amount: -9, reason: 'Refused' },
  });
  expect((await latest())[2]).toBe(`${name}: +2 credits, Free first lessons`);

  api.clock.set('2026-11-18T14:00:00Z');
  const attendance = {
    token,
    params: { bookingId: booked.body.booking.id },
    body: { absent: true },
  };
  await api.call(endpoints.markAttendance, attendance);
  expect((await latest()).slice(0, 3)).toEqual([
    'attendance',
    'Tutor',
    `${name}: ${lesson.Lesson_Name}, absent`,
  ]);
  const count = (await record()).length;
  await api.call(endpoints.markAttendance, attendance);
  expect(await record()).toHaveLength(count);

  api.clock.advance({ minutes: 1 });
  const price = { amount: 14_000, currency: 'gbp' };
  const { id } = await createPayment(api.context(parentOf(student)), { credits: 5, ...price });
  await attachSession(api.context(null), { paymentId: id, sessionId: 'cs_1' });
  await applySession(api.context(null), {
    sessionId: 'cs_1',
    paymentId: id,
    paymentIntent: 'pi_1',
    outcome: 'paid',
    ...price,
  });
  await api.call(endpoints.resendReceipt, { token, params: { id } });
  expect((await latest()).slice(0, 3)).toEqual(['receipt_sent', 'Tutor', `${name}: 5 credits`]);
});

test('records actions on enquiries and exports', async () => {
  const { token } = admin;
  await api.call(endpoints.registerInterest, {
    body: {
      name: 'Grace',
      email: 'grace@example.com',
      mobile: '07700900123',
      year_class: 'year-11',
    },
  });
  const [customer] = (await api.call(endpoints.listEnquiries, { token })).body.customers;
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.updateEnquiry, {
    token,
    params: { id: customer?.id ?? '' },
    body: { status: 'contacted' },
  });
  expect((await latest())[2]).toBe('Grace: contacted');
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.reportExport, { token, body: { rows: 12 } });
  expect((await latest()).slice(0, 3)).toEqual(['enquiries_exported', 'Tutor', '12 enquiries']);
  for (const rows of [-1, 1.5, '3', undefined])
    expect(
      (await api.refused(endpoints.reportExport, { token, body: { rows } })).body.details,
    ).toMatchObject([{ field: 'rows' }]);
});

test('records password and two-factor changes', async () => {
  const other = await makeAdmin(api);
  const { token } = other;
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.changeAdminPassword, {
    token,
    body: { current_password: PASSWORD, password: 'another one' },
  });
  expect((await latest())[0]).toBe('password_changed');
  const current_password = 'another one';
  const { body } = await api.call(endpoints.setUpTwoFactor, { token, body: { current_password } });
  const totp = new TOTP({ secret: Secret.fromBase32(body.setup.secret) });
  const code = () => totp.generate({ timestamp: api.clock.now });
  api.clock.advance({ seconds: 1 });
  await api.call(endpoints.enableTwoFactor, { token, body: { code: code() } });
  expect((await latest())[0]).toBe('two_factor_on');
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.disableTwoFactor, { token, body: { current_password, code: code() } });
  expect((await latest())[0]).toBe('two_factor_off');
  const count = (await record()).length;
  await api.call(endpoints.disableTwoFactor, { token, body: { current_password, code: code() } });
  expect(await record()).toHaveLength(count);
});

test('records actions on undelivered emails by subject only', async () => {
  const { token } = admin;
  const [message] = await api.database.db
    .updateTable('emails')
    .set({ failed_at: api.clock.now, last_error: '550 No such mailbox' })
    .where('recipient', '=', 'grace@example.com')
    .returning(['id', 'subject'])
    .execute();
  if (message === undefined) throw new Error('The enquiry queued no email.');
  await api.call(endpoints.sendEmailAgain, { token, params: { id: message.id } });
  expect((await latest()).slice(0, 3)).toEqual(['email_sent_again', 'Tutor', message.subject]);
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.dismissEmail, { token, params: { id: message.id } });
  expect((await latest()).slice(0, 3)).toEqual(['email_dismissed', 'Tutor', message.subject]);
});

test('removes the name of a deleted enquiry from older entries', async () => {
  const { token } = admin;
  const [customer] = (await api.call(endpoints.listEnquiries, { token })).body.customers;
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.deleteEnquiry, { token, params: { id: customer?.id ?? '' } });
  expect((await latest()).slice(0, 3)).toEqual(['enquiry_deleted', 'Tutor', 'Deleted enquiry']);
  const words = (await record()).map(({ subject }) => subject);
  expect(words).toContain('Deleted enquiry: contacted');
  expect(words).toContain('Deleted email');
  expect(words.join()).not.toContain('Grace');
});

test('records free-lesson invitations and settings', async () => {
  const enquiry = await enquire(api);
  await inviteEnquirer(api, admin, enquiry);
  expect((await latest()).slice(0, 3)).toEqual(['enquiry_invited', 'Tutor', enquiry.name]);
  api.clock.advance({ minutes: 1 });
  const params = { id: enquiry.id };
  await api.call(endpoints.withdrawEnquiryInvitation, { token: admin.token, params });
  expect((await latest()).slice(0, 3)).toEqual(['invitation_withdrawn', 'Tutor', enquiry.name]);
  api.clock.advance({ minutes: 1 });
  await api.call(endpoints.updateSettings, { token: admin.token, body: { reply_templates: [] } });
  expect((await latest()).slice(0, 3)).toEqual([
    'settings_changed',
    'Tutor',
    '0 reply templates, automatic invitations off, daily summary on',
  ]);
});

test('covers every kind of activity in the tests above', async () => {
  const kinds = await api.database.db.selectFrom('activities').select('kind').distinct().execute();
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([...activityKinds].toSorted());
});

test('requires the old password for a new one, and ends other sessions', async () => {
  const other = await makeAdmin(api);
  const elsewhere = await api.call(endpoints.adminLogin, {
    body: { email: other.email, password: PASSWORD },
  });
  const refused = await api.refused(endpoints.changeAdminPassword, {
    token: other.token,
    body: { current_password: 'not this one', password: 'another one' },
  });
  expect(refused.body.details).toMatchObject([{ field: 'current_password' }]);
  await api.call(endpoints.changeAdminPassword, {
    token: other.token,
    body: { current_password: PASSWORD, password: 'another one' },
  });
  await api.call(endpoints.adminVerify, { token: other.token });
  const dead = await api.refused(endpoints.adminVerify, {
    token: elsewhere.body.session.access_token,
  });
  expect(dead.status).toBe(401);
  await api.call(endpoints.adminLogin, { body: { email: other.email, password: 'another one' } });
});

test('lists newest first, within UK dates, by default 30 days back', async () => {
  const days = [];
  for (const instant of ['2026-12-01T23:59:59Z', '2026-12-02T00:00:00Z', '2026-12-31T12:00:00Z']) {
    api.clock.set(instant);
    await api.call(endpoints.reportExport, {
      token: (await signedIn()).token,
      body: { rows: days.length },
    });
    days.push(instant);
  }
  const { token } = await signedIn();
  const list = async (query: object) =>
    (await api.call(endpoints.listActivities, { token, query })).body.activities
      .filter(({ kind }) => kind === 'enquiries_exported')
      .map(({ subject }) => subject);
  expect(await list({ from: '2026-12-02', to: '2026-12-31' })).toEqual([
    '2 enquiries',
    '1 enquiries',
  ]);
  expect(await list({ from: '2026-12-01', to: '2026-12-01' })).toEqual(['0 enquiries']);
  api.clock.set('2027-01-01T09:00:00Z');
  const later = await signedIn();
  const { activities } = (await api.call(endpoints.listActivities, { token: later.token })).body;
  const exported = activities.filter(({ kind }) => kind === 'enquiries_exported');
  expect(exported.map(({ subject }) => subject)).toEqual(['2 enquiries', '1 enquiries']);
  expect(activities.map(({ created_at }) => created_at)).toEqual(
    activities
      .map(({ created_at }) => created_at)
      .toSorted()
      .toReversed(),
  );
});

async function signedIn() {
  const { body } = await api.call(endpoints.adminLogin, {
    body: { email: admin.email, password: PASSWORD },
  });
  return { token: body.session.access_token };
}

test.each(["update activities set detail = 'nothing happened'", 'delete from activities'])(
  'the database rejects rewriting the log: %s',
  async (statement) => {
    await expect(sql.raw(statement).execute(api.database.db)).rejects.toThrow(/append-only/);
  },
);

test('refuses students', async () => {
  const { token } = await makeFamily(api);
  expect((await api.refused(endpoints.listActivities, { token })).status).toBe(403);
});
