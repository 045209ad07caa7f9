// The greeting, the subjects of templates, and the preview of both before they are saved.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { DEFAULT_SUBJECT, SHIPPED_TEMPLATES } from '../../domain/settings.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin } from '../testing/factories.ts';
import {
  confirmAddress,
  enquire,
  enquirer,
  formOf,
  inviteEnquirer,
  signUpWith,
  tryToInvite,
} from '../testing/free-lessons.ts';
import { fakeServer } from '../testing/mail-server.ts';
import { readEmails } from '../testing/emails.ts';

let api: TestApp;
let admin: Caller;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterEach(() => api.close());

const set = (body: object) => api.either(endpoints.updateSettings, { token: admin.token, body });
const get = async () =>
  (await api.call(endpoints.getSettings, { token: admin.token })).body.settings;
const preview = async (body: object) =>
  (await api.call(endpoints.previewEmail, { token: admin.token, body })).body.preview;

const template = (subject: string) => ({ reply_templates: [{ name: 'x', subject, text: 'y' }] });

test.each([
  [{ greeting: 'Hello {name}!' }, null],
  [{ greeting: `{name}${'x'.repeat(54)}` }, null],
  [{ greeting: `{name}${'x'.repeat(55)}` }, 'greeting'],
  [{ greeting: 'Hello' }, 'greeting'],
  [{ greeting: '' }, 'greeting'],
  [{ greeting: 'Hello\n{name}' }, 'greeting'],
  [{ greeting: 'Hello \u202e{name}' }, 'greeting'],
  [template('x'.repeat(100)), null],
  [template('x'.repeat(101)), 'reply_templates.0.subject'],
  [template(' '), 'reply_templates.0.subject'],
  [template('{lessons}'), 'reply_templates.0.subject'],
  [template('a\r\nBcc: all@example.com'), 'reply_templates.0.subject'],
  [{ daily_summary: false }, null],
  [{ daily_summary: 'no' }, 'daily_summary'],
] as [object, string | null][])('%j: the invalid field is %s', async (body, field) => {
  const before = await get();
  const answer = await set(body);
  expect(answer.status).toBe(field === null ? 200 : 400);
  if (field === null) expect(await get()).toEqual({ ...before, ...body });
  else {
    expect(answer.body).toMatchObject({ details: [{ field }] });
    expect(await get()).toEqual(before);
  }
});

test('gives templates without a subject the earlier default', async () => {
  const stored = SHIPPED_TEMPLATES.map(({ name, text }) => ({ name, text }));
  await api.database.db
    .updateTable('settings')
    .set({ reply_templates: JSON.stringify(stored) })
    .execute();
  expect((await get()).reply_templates.map(({ subject }) => subject)).toEqual(
    stored.map(() => DEFAULT_SUBJECT),
  );
  expect((await set({ reply_templates: stored })).status).toBe(200);
});

test('greets with the setting at the time of sending, but keeps text that was already rendered', async () => {
  await enquire(api, { ...enquirer(), email: 'ann@example.com', name: 'Ann King' });
  await api.database.db
    .updateTable('emails')
    .set({ body: JSON.stringify([['Dear Ann,'], ['Older.']]) })
    .where('recipient', '=', admin.email)
    .execute();
  await set({ greeting: 'Hello {name}!' });
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.map(({ greeting }) => greeting)).toEqual(['Hello {name}!', 'Hello {name}!']);
  const message = taken.find(({ recipient }) => recipient === 'ann@example.com');
  expect(message?.body).toContain('{"greeting":"Ann King"}');
});

test('uses the given subject of an invitation, or else that of the default template', async () => {
  const one = await enquire(api);
  await inviteEnquirer(api, admin, one, { subject: 'Physics for {name} in {year}', message: 'x' });
  const other = await enquire(api);
  await inviteEnquirer(api, admin, other);
  const subjectsTo = async (email: string) =>
    (await readEmails(api, email, 'enquiry-invitation:')).map(({ subject }) => subject);
  expect(await subjectsTo(one.email)).toEqual([`Physics for ${one.name} in Year 12`]);
  expect(await subjectsTo(other.email)).toEqual([DEFAULT_SUBJECT]);
  for (const [subject, status] of [
    ['x'.repeat(255), 200],
    ['x'.repeat(256), 400],
    ['a\nb', 400],
    ['', 400],
  ] as const)
    expect((await tryToInvite(api, admin, other.id, { subject })).status).toBe(status);
});

test('greets a family with an account once, in the words of the template, under its subject', async () => {
  const form = enquirer();
  await signUpWith(api, undefined, formOf(form));
  await confirmAddress(api, form.email);
  const { id, email } = await enquire(api, form);
  expect(
    (
      await tryToInvite(api, admin, id, {
        subject: 'For {name}',
        message: 'Dear {name},\n\nHello.',
      })
    ).status,
  ).toBe(200);
  const [message] = await readEmails(api, email, 'free-lesson:');
  expect(message?.subject).toBe(`For ${form.name}`);
  expect(message?.text.match(/Dear /g)).toHaveLength(1);
});

test('uses the subject of the first template, on one line and bounded, for automatic invitations', async () => {
  await set({
    invite_automatically: true,
    reply_templates: [{ name: 'x', subject: '{name}'.repeat(16), text: 'y' }],
  });
  const { email, name } = await enquire(api, { ...enquirer(), name: `A ${'b'.repeat(38)}` });
  const [message] = await readEmails(api, email, 'enquiry-invitation:');
  expect(message?.subject).toBe(name.repeat(16).slice(0, 255));
});

test('previews the whole email, as it would be sent', async () => {
  const shown = await preview({
    template: { subject: 'For {name} in {year}', text: 'Hi {name},\n\n<b>{lessons}</b>' },
  });
  expect(shown.subject).toBe('For Harriet Sample in Year 11');
  expect(shown.text).toContain(
    'Hi Harriet Sample,\n\n<b>Saturday 9 January 2027 at 09:00 UK time: GCSE: Waves',
  );
  expect(shown.html).toMatch(/^<!doctype html>/);
  expect(shown.html).toContain('&lt;b&gt;Saturday');
  expect(shown.html).toContain('Create your account');
});

test('begins a preview with the typed greeting, or else the stored one; stores nothing', async () => {
  const before = await get();
  expect((await preview({ greeting: 'Hi {name}!' })).text).toMatch(/^Hi Harriet Sample!\n\n/);
  expect(await get()).toEqual(before);
  await set({ greeting: 'Good day {name},' });
  expect((await preview({})).text).toMatch(/^Good day Harriet Sample,\n\n/);
  expect(await readEmails(api, 'harriet@example.com')).toEqual([]);
});

test.each([
  [{ greeting: 'Hi' }, 'greeting'],
  [{ template: { subject: '', text: 'x' } }, 'template.subject'],
  [{ template: { subject: 'x', text: '' } }, 'template.text'],
])('refuses a preview of %j', async (body, field) => {
  const answer = await api.refused(endpoints.previewEmail, { token: admin.token, body });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ details: [{ field }] });
});
