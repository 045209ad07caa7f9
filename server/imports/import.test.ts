// Moving in from another product: import and invitation.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { IMPORT } from '../../domain/imports/import.ts';
import { NO_PASSWORD } from '../sessions/hashing.ts';
import {
  fileOf,
  HEADER,
  importFile,
  inviteNow,
  manyRows,
  rowOf,
} from '../testing/accounts/imports.ts';
import { DEAD, newEmail, read } from '../testing/accounts/invitations.ts';
import { START, type TestApp } from '../testing/app.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { PASSWORD } from '../testing/factories.ts';
import { sharedTest } from '../testing/test.ts';
import { inviteDue } from './due-invitations.ts';

const test = sharedTest
  .extend('familyOf', ({ db }) => async (email: string) => {
    const person = await db
      .selectFrom('people')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return { id: person.family_id, person };
  })
  .extend('accept', ({ api }) => (token: string, more: object = {}) => {
    return api.either(endpoints.acceptInvitation, { body: { token, password: PASSWORD, ...more } });
  })
  .extend('signIn', ({ api }) => (email: string, password = PASSWORD) => {
    return api.either(endpoints.login, { body: { email, password } });
  });
test.beforeEach(({ api }) => api.clock.set(START));

describe('bad input', () => {
  const CSV = { 'content-type': 'text/csv' };
  const large = HEADER.padEnd(IMPORT.bytes + 1, 'x');
  test.for([
    ['no file', '', {}, 400, 'validation_failed'],
    ['too many rows', manyRows(IMPORT.rows + 1), {}, 400, 'too_many_rows'],
    ['a large file', large, {}, 413, 'payload_too_large'],
    [
      'another type',
      HEADER,
      { headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    [
      'JSON',
      '{}',
      { headers: { 'content-type': 'application/json' } },
      415,
      'unsupported_media_type',
    ],
    ['broken columns', HEADER, { query: { columns: '{' } }, 400, 'validation_failed'],
    [
      'a column that is not there',
      HEADER,
      { query: { columns: '{"credits":6}' } },
      400,
      'validation_failed',
    ],
  ] as const)('refuses %s', async ([, file, more, status, code], { tutor }) => {
    for (const endpoint of [endpoints.previewImport, endpoints.importFamilies]) {
      const query = { invite: 'false', ...('query' in more ? more.query : {}) };
      const headers = 'headers' in more ? more.headers : CSV;
      const answer = await tutor.refused(endpoint, { file, query, headers });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });

  test('refuses to guess about invitations', async ({ tutor }) => {
    const { body } = await tutor.refused(endpoints.importFamilies, { file: HEADER });
    expect(body.details).toMatchObject([{ field: 'invite' }]);
  });
});

describe('an import', () => {
  test('creates families, skips other rows', async ({ api, tutor, family, familyOf, signIn }) => {
    const email = newEmail();
    const rows = [
      rowOf({ email, name: '=1+1 Lee' }),
      rowOf({ email: family.email }),
      rowOf({ email, student: 'Ben', credits: '0' }),
      rowOf({ student: '' }),
    ];
    const result = await importFile(tutor, fileOf(rows), { invite: false });
    expect(result).toMatchObject({ families: 1, students: 2, credits: 3, skipped: [3, 5] });
    const { id, person } = await familyOf(email);
    expect(person).toMatchObject({ password_hash: NO_PASSWORD, email_confirmed_at: null });
    const { record } = (await tutor.call(endpoints.getFamilyRecord, { params: { id } })).body;
    expect(record).toMatchObject({
      student: { Parent_Name: '=1+1 Lee', Student_Name: 'Ada', Credits: 3 },
      students: [{ id, year_class: 'year-12' }, { Student_Name: 'Ben' }],
      entries: [{ kind: 'adjustment', amount: 3, reason: 'Brought along' }],
    });
    for (const password of ['', PASSWORD])
      expect((await signIn(email, password)).status).toBe(password === '' ? 400 : 401);
    expect(await readEmails(api, email)).toEqual([]);
    const { activities } = (await tutor.call(endpoints.listActivities)).body;
    expect(activities[0]).toMatchObject({
      kind: 'families_imported',
      subject: '1 family, 3 credits',
    });
  });

  test('happens once for one key, and never twice for one email', async ({ tutor }) => {
    const file = fileOf([rowOf()]);
    const first = await importFile(tutor, file, { key: 'once' });
    expect(await importFile(tutor, file, { key: 'once' })).toEqual(first);
    expect(await importFile(tutor, file)).toMatchObject({ families: 0, skipped: [2] });
    const other = { file: fileOf([rowOf()]), query: { invite: 'false' } } as const;
    for (const repeat of [other, { file, query: { invite: 'true' } }]) {
      const request = {
        ...repeat,
        headers: { 'content-type': 'text/csv', 'idempotency-key': 'once' },
      };
      const { status } = await tutor.refused(endpoints.importFamilies, request);
      expect(status).toBe(422);
    }
  });
});

describe('an invited parent', () => {
  const invited = async (
    { api, tutor }: { api: TestApp; tutor: Parameters<typeof importFile>[0] },
    email: string,
    credits = '3',
  ) => {
    await importFile(tutor, fileOf([rowOf({ email, credits })]), { invite: true });
    await inviteNow(api);
  };

  test('chooses a password by the link, once', async ({ api, tutor, familyOf, accept, signIn }) => {
    const email = newEmail();
    await invited({ api, tutor }, email);
    const [message] = await readEmails(api, email);
    expect(message?.text).toContain('Your 3 credits have come along');
    const token = await tokenTo(api, email);
    expect((await read(api, token)).body).toMatchObject({ invitation: { kind: 'import', email } });
    const { status, body } = await accept(token, { Parent_Phone_Number: '07700900999' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      user: {
        Parent_Name: 'Ann Lee',
        Parent_Phone_Number: '07700900999',
        Credits: 3,
        email_confirmed: true,
      },
    });
    expect((await accept(token)).body).toMatchObject(DEAD);
    expect((await signIn(email)).status).toBe(200);
    expect((await familyOf(email)).person.email_confirmed_at).toBe(api.clock.now);
  });

  test.for(['0', '3'])(
    'has no free first lesson with %s credits',
    async (credits, { api, tutor, accept }) => {
      const email = newEmail();
      await invited({ api, tutor }, email, credits);
      const { body } = await accept(await tokenTo(api, email));
      if (!body.success) expect.unreachable(body.error);
      const token = body.session.access_token;
      const profile = await api.call(endpoints.getProfile, { token });
      expect(profile.body.free_lesson).toBe('had');
    },
  );

  test('has 30 days', async ({ api, tutor, accept }) => {
    const email = newEmail();
    await invited({ api, tutor }, email);
    const token = await tokenTo(api, email);
    api.clock.advance({ days: IMPORT.invitationDays });
    expect((await accept(token)).body).toMatchObject(DEAD);
  });

  test('may reset the password, ending the invitation', async ({ api, tutor, accept, signIn }) => {
    const email = newEmail();
    await invited({ api, tutor }, email);
    const token = await tokenTo(api, email);
    await api.call(endpoints.forgotPassword, { body: { email } });
    const reset = await tokenTo(api, email);
    await api.call(endpoints.resetPassword, { body: { token: reset, password: PASSWORD } });
    expect((await signIn(email)).status).toBe(200);
    expect((await accept(token)).body).toMatchObject(DEAD);
    expect(await readEmails(api, email, 'import-invitation')).toEqual([]);
  });

  test('is emailed so slowly that other emails go first', async ({ api, db, tutor }) => {
    const emails = [newEmail(), newEmail(), newEmail()].toSorted();
    const files = [emails.slice(0, 2), emails.slice(2)].map((some) =>
      fileOf(some.map((email) => rowOf({ email }))),
    );
    for (const file of files) await importFile(tutor, file, { invite: true });
    const rows = await db
      .selectFrom('due_import_invitations')
      .innerJoin('people', 'people.id', 'person_id')
      .select('due_at')
      .where('email', 'in', emails)
      .orderBy('due_at')
      .execute();
    const gap = 60_000 / IMPORT.emailsPerMinute;
    const [first = 0] = rows.map(({ due_at }) => due_at);
    expect(rows.map(({ due_at }) => due_at - first)).toEqual([0, gap, 2 * gap]);
    expect(first).toBeGreaterThanOrEqual(api.clock.now);
    const sent = async () =>
      (await Promise.all(emails.map((email) => readEmails(api, email)))).flat().length;
    for (const [at, count] of [
      [first - 1, 0],
      [first + gap, 2],
      [first + 2 * gap, 3],
    ] as const) {
      await inviteDue({ ...api.context(null), now: at });
      expect(await sent()).toBe(count);
    }
  });

  test('is not invited after choosing a password', async ({ api, tutor, signIn }) => {
    const email = newEmail();
    await importFile(tutor, fileOf([rowOf({ email })]), { invite: true });
    await api.call(endpoints.forgotPassword, { body: { email } });
    const token = await tokenTo(api, email);
    await api.call(endpoints.resetPassword, { body: { token, password: PASSWORD } });
    await inviteNow(api);
    expect((await signIn(email)).status).toBe(200);
    expect(await readEmails(api, email, 'import-invitation')).toEqual([]);
  });
});
