// The greeting, the subjects of templates, and the preview of both before they are saved.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { DEFAULT_SUBJECT } from '../../domain/tutor/settings.ts';
import { sendDueEmails } from '../email/worker.ts';
import { readEmails } from '../testing/emails.ts';
import {
  confirmAddress,
  enquire,
  enquirer,
  formOf,
  inviteEnquirer,
  signUpWith,
  tryToInvite,
} from '../testing/lessons/free-lessons.ts';
import { fakeServer } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';

const test = base.extend('tutorSettings', ({ tutor }) => ({
  tryToSet: (body: object) => tutor.either(endpoints.updateSettings, { body }),
  read: async () => (await tutor.call(endpoints.getSettings)).body.settings,
  preview: async (body: object) =>
    (await tutor.call(endpoints.previewEmail, { body })).body.preview,
}));

const template = (subject: string) => ({ reply_templates: [{ name: 'x', subject, text: 'y' }] });

test.for([
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
  [{ chat_links: { gcse: 'https://chat.example.com/g', 'a-level': null } }, null],
  [{ chat_links: { gcse: null, 'a-level': 'http://chat.example.com' } }, 'chat_links.a-level'],
  [{ chat_links: { gcse: 'https://', 'a-level': null } }, 'chat_links.gcse'],
  [{ chat_links: null }, 'chat_links'],
] as const)('%j: the invalid field is %s', async ([body, field], { tutorSettings }) => {
  const before = await tutorSettings.read();
  const answer = await tutorSettings.tryToSet(body);
  const details = [{ field }];
  if (field === null) expect(answer.status).toBe(200);
  else expect(answer).toMatchObject({ status: 400, body: { details } });
  expect(await tutorSettings.read()).toEqual(field === null ? { ...before, ...body } : before);
});

test('greets as set at the time of sending', async ({ api, db, tutor, tutorSettings }) => {
  await enquire(api, { ...enquirer(), email: 'ann@example.com', name: 'Ann King' });
  // It keeps text that was already rendered.
  const rendered = { body: JSON.stringify([['Dear Ann,'], ['Older.']]) };
  await db.updateTable('emails').set(rendered).where('recipient', '=', tutor.email).execute();
  await tutorSettings.tryToSet({ greeting: 'Hello {name}!' });
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.map(({ greeting }) => greeting)).toEqual(['Hello {name}!', 'Hello {name}!']);
  const message = taken.find(({ recipient }) => recipient === 'ann@example.com');
  expect(message?.body).toContain('{"kind":"greeting","name":"Ann King"}');
});

describe('the subject of an invitation', () => {
  test('is the given one, or the default', async ({ api, tutor }) => {
    const [one, other] = [await enquire(api), await enquire(api)];
    const words = { subject: 'Physics for {name} in {year}', message: 'x' };
    await inviteEnquirer(api, tutor, one, words);
    await inviteEnquirer(api, tutor, other);
    for (const [{ email }, subject] of [
      [one, `Physics for ${one.name} in Year 12`],
      [other, DEFAULT_SUBJECT],
    ] as const)
      expect(await readEmails(api, email, 'enquiry-invitation:')).toMatchObject([{ subject }]);
    for (const [subject, status] of [
      ['x'.repeat(255), 200],
      ['x'.repeat(256), 400],
      ['a\nb', 400],
      ['', 400],
    ] as const)
      expect((await tryToInvite(api, tutor, other.id, { subject })).status).toBe(status);
  });

  test('is that of the news to a family, which greets once', async ({ api, tutor }) => {
    const form = enquirer();
    await signUpWith(api, undefined, formOf(form));
    await confirmAddress(api, form.email);
    const { id, email } = await enquire(api, form);
    const words = { subject: 'For {name}', message: 'Dear {name},\n\nHello.' };
    expect((await tryToInvite(api, tutor, id, words)).status).toBe(200);
    const [message] = await readEmails(api, email, 'free-lesson:');
    expect(message?.subject).toBe(`For ${form.name}`);
    expect(message?.text.match(/Dear /g)).toHaveLength(1);
  });

  test('is that of the first template, if automatic', async ({ api, tutorSettings }) => {
    // On one line and bounded.
    const changes = template('{name}'.repeat(16));
    await tutorSettings.tryToSet({ invite_automatically: true, ...changes });
    const { email, name } = await enquire(api, { ...enquirer(), name: `A ${'b'.repeat(38)}` });
    const [message] = await readEmails(api, email, 'enquiry-invitation:');
    expect(message?.subject).toBe(name.repeat(16).slice(0, 255));
  });
});

describe('a preview', () => {
  test('is the whole email, as it would be sent', async ({ tutorSettings }) => {
    const previewed = await tutorSettings.preview({
      template: { subject: 'For {name} in {year}', text: 'Hi {name},\n\n<b>{lessons}</b>' },
    });
    expect(previewed.subject).toBe('For Harriet Sample in Year 11');
    expect(previewed.text).toContain(
      'Hi Harriet Sample,\n\n<b>Saturday 9 January 2027 at 09:00 UK time: GCSE: Waves',
    );
    expect(previewed.html).toMatch(/^<!doctype html>/);
    for (const words of ['&lt;b&gt;Saturday', 'Create your account'])
      expect(previewed.html).toContain(words);
  });

  test('greets as typed, or else as stored', async ({ api, tutorSettings }) => {
    const before = await tutorSettings.read();
    const { text } = await tutorSettings.preview({ greeting: 'Hi {name}!' });
    expect(text).toMatch(/^.+\n\nHi Harriet Sample!\n\n/);
    // It stores nothing.
    expect(await tutorSettings.read()).toEqual(before);
    await tutorSettings.tryToSet({ greeting: 'Good day {name},' });
    expect((await tutorSettings.preview({})).text).toMatch(/^.+\n\nGood day Harriet Sample,\n\n/);
    expect(await readEmails(api, 'harriet@example.com')).toEqual([]);
  });

  test.for([
    [{ greeting: 'Hi' }, 'greeting'],
    [{ template: { subject: '', text: 'x' } }, 'template.subject'],
    [{ template: { subject: 'x', text: '' } }, 'template.text'],
  ] as const)('refuses %j', async ([body, field], { tutor }) => {
    const answer = await tutor.refused(endpoints.previewEmail, { body });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ field }] } });
  });
});
