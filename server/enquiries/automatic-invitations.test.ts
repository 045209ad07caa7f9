// Automatic invitations, and the tutor's other settings.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import {
  AUTOMATIC_INVITATIONS,
  DEFAULT_SETTINGS,
  MAX_REPLY_TEMPLATES,
  SHIPPED_TEMPLATES,
} from '../../domain/tutor/settings.ts';
import { START } from '../testing/app.ts';
import { readEmails } from '../testing/emails.ts';
import { makeLesson } from '../testing/factories.ts';
import {
  deleteEnquiry,
  enquire,
  enquirer,
  findEnquiry,
  formOf,
  linkTo,
  signUpWith,
} from '../testing/lessons/free-lessons.ts';
import { sharedTest } from '../testing/test.ts';

const ON = { invite_automatically: true };

const test = sharedTest
  .extend('changeSettings', { scope: 'file' }, ({ tutor }) => async (body: object) => {
    return (await tutor.call(endpoints.updateSettings, { body })).body.settings;
  })
  .extend('readSettings', { scope: 'file' }, ({ tutor }) => async () => {
    return (await tutor.call(endpoints.getSettings)).body.settings;
  })
  .extend('countLinks', { scope: 'file' }, ({ api }) => async (email: string) => {
    return (await readEmails(api, email, 'enquiry-invitation:')).length;
  });

test.afterEach(async ({ api, db, changeSettings }) => {
  api.clock.set(START);
  await db.deleteFrom('once_marks').execute();
  await changeSettings(DEFAULT_SETTINGS);
});

test('starts switched off, with three templates', async ({ changeSettings, readSettings }) => {
  expect(await readSettings()).toEqual(DEFAULT_SETTINGS);
  expect(SHIPPED_TEMPLATES).toHaveLength(3);
  // Each setting changes by itself.
  const reply_templates = [{ name: 'Mine', subject: 'For {name}', text: 'Hello {name}' }];
  expect(await changeSettings({ reply_templates })).toEqual({
    ...DEFAULT_SETTINGS,
    reply_templates,
  });
  const changed = { ...DEFAULT_SETTINGS, ...ON, reply_templates };
  expect(await changeSettings(ON)).toEqual(changed);
  expect(await readSettings()).toEqual(changed);
});

const TEMPLATE = { name: 'Mine', subject: 'Hello', text: 'y' };
const tooMany = Array.from({ length: MAX_REPLY_TEMPLATES + 1 }, () => ({ ...TEMPLATE, name: 'x' }));
const templates = (reply_templates: readonly object[]) => ({ reply_templates });
const kept = (changes: object) => ({ retention: { ...DEFAULT_SETTINGS.retention, ...changes } });
test.for([
  ['a switch that is neither', { invite_automatically: 'yes' }, 'invite_automatically'],
  ['a template without a name', templates([{ ...TEMPLATE, name: ' ' }]), 'reply_templates.0.name'],
  ['an empty text', templates([{ ...TEMPLATE, text: ' ' }]), 'reply_templates.0.text'],
  ['a long text', templates([{ ...TEMPLATE, text: 'y'.repeat(2001) }]), 'reply_templates.0.text'],
  ['no subject', templates([{ name: 'x', text: 'y' }]), 'reply_templates.0.subject'],
  ['too many of them', templates(tooMany), 'reply_templates'],
  ['an unknown way to a free lesson', { free_lesson: 'never' }, 'free_lesson'],
  ['too few free spots', { free_spots_per_lesson: -1 }, 'free_spots_per_lesson'],
  ['too many free spots', { free_spots_per_lesson: 11 }, 'free_spots_per_lesson'],
  ['enquiries that stay for ever', kept({ enquiries_months: 61 }), 'retention.enquiries_months'],
  [
    'records that stay shorter than the law asks',
    kept({ invoices_years: 5 }),
    'retention.invoices_years',
  ],
  ['half a free spot', { free_spots_per_lesson: 0.5 }, 'free_spots_per_lesson'],
] as const)('refuses %s, changing nothing', async ([, body, field], { tutor, readSettings }) => {
  const answer = await tutor.refused(endpoints.updateSettings, { body });
  expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
  expect(await readSettings()).toEqual(DEFAULT_SETTINGS);
});

test('invites nobody while it is off', async ({ api, countLinks }) => {
  expect(await countLinks((await enquire(api)).email)).toBe(0);
});

test('sends the first template with the link', async ({ api, tutor, changeSettings }) => {
  const reply_templates = [{ ...TEMPLATE, text: 'Hello {name} of {year}' }];
  await changeSettings({ ...ON, reply_templates });
  const enquiry = await enquire(api);
  const [message, ...more] = await readEmails(api, enquiry.email, 'enquiry-invitation:');
  expect(more).toEqual([]);
  expect(message?.text).toContain(`Hello ${enquiry.name} of Year 12`);
  // The tutor still owes an answer.
  const unanswered = { status: 'new', answered_at: null, invitation: { Lesson_ID: null } };
  expect(await findEnquiry(tutor, enquiry.id)).toMatchObject(unanswered);
  const signedUp = await signUpWith(api, await linkTo(api, enquiry.email), formOf(enquiry));
  expect(signedUp.body).toMatchObject({ free_lesson: 'credit' });
});

test("lists the lessons of the enquirer's course", async ({ api, changeSettings }) => {
  const reply_templates = [{ ...TEMPLATE, text: '{lessons}' }];
  await changeSettings({ ...ON, reply_templates });
  for (const lessonName of ['GCSE: Waves', 'A-level: Optics'])
    await makeLesson(api, { Lesson_Name: lessonName });
  const { email } = await enquire(api, { ...enquirer(), year_class: 'year-13' });
  const [message] = await readEmails(api, email, 'enquiry-invitation:');
  expect(message?.text).toContain('A-level: Optics');
  expect(message?.text).not.toContain('GCSE: Waves');
});

test('invites an address or a number once', async ({ api, tutor, changeSettings, countLinks }) => {
  await changeSettings(ON);
  const { id, ...form } = await enquire(api);
  // Even after a deletion.
  await deleteEnquiry(tutor, id);
  for (const again of [
    form,
    { ...enquirer(), email: form.email },
    { ...enquirer(), mobile: `+44 ${form.mobile.slice(1)}` },
  ])
    expect(await countLinks((await enquire(api, again)).email)).toBe(0);
});

test('leaves an enquirer with an account', async ({ api, changeSettings, countLinks }) => {
  const form = enquirer();
  await signUpWith(api, undefined, formOf(form));
  await changeSettings(ON);
  await enquire(api, form);
  expect(await countLinks(form.email)).toBe(0);
  expect(await readEmails(api, form.email, 'free-lesson:')).toEqual([]);
});

test('stops at the daily limit', async ({ api, db, changeSettings, countLinks }) => {
  await changeSettings(ON);
  const earlier = { kind: 'automatic_sent' as const, marked_at: api.clock.now };
  const rows = Array.from({ length: AUTOMATIC_INVITATIONS.max - 2 }, (_, number) => ({
    ...earlier,
    mark: `earlier ${number}`,
  }));
  await db.insertInto('once_marks').values(rows).execute();
  // However many enquire at once.
  const all = await Promise.all(Array.from({ length: 5 }, () => enquire(api)));
  const counts = await Promise.all(all.map(({ email }) => countLinks(email)));
  expect(counts.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 1, 1]);
  api.clock.advance({ hours: AUTOMATIC_INVITATIONS.hours });
  expect(await countLinks((await enquire(api)).email)).toBe(1);
});

test('invites once for a repeated enquiry', async ({ api, changeSettings, countLinks }) => {
  await changeSettings(ON);
  const body = enquirer();
  const headers = { 'idempotency-key': 'once' };
  const send = () => api.call(endpoints.registerInterest, { body, headers });
  await Promise.all([send(), send(), send()]);
  expect(await countLinks(body.email)).toBe(1);
});
