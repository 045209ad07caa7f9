// The last email to a family that leaves: only that one is still sent, and the family's data is
// erased with it.
import { afterEach, beforeEach, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { makeAdmin, makeFamily, parentOf, provenParent } from '../testing/factories.ts';
import { fakeServer, noSuchBox } from '../testing/mail-server.ts';
import { findTraces } from '../testing/traces.ts';
import { eraseFamily } from './erasure.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

// Without HTTP, where checking the password would let everything else go first.
const leave = async (family: TestFamily) =>
  eraseFamily(api.context(parentOf(family)), await provenParent(family));

test('restores nothing when an email is being sent while its family leaves, and sends only the last one', async () => {
  const account = await makeFamily(api);
  await api.call(endpoints.forgotPassword, { body: { email: account.email } });
  const { promise: hasLeft, resolve: goOn } = Promise.withResolvers<void>();
  const taken: string[] = [];
  const { mailing } = fakeServer(api, async ({ subject, recipient }) => {
    taken.push(subject);
    await hasLeft;
    throw new Error(`451 ${recipient} is busy`);
  });
  const sending = sendDueEmails(mailing);
  await expect.poll(() => taken).toContain('Choose a new password');
  await leave(account);
  goOn();
  await sending;
  const left = async () => [...(await findTraces(api.database, [account.email])).keys()];
  expect(await left()).toEqual(expect.arrayContaining(['emails.recipient']));
  const rows = await api.database.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', account.email)
    .execute();
  expect(rows).toEqual([{ subject: 'Your account was deleted' }]);

  api.clock.advance({ hours: 1 });
  const later = fakeServer(api);
  await sendDueEmails(later.mailing);
  expect(later.taken.filter(({ subject }) => subject === 'Your account was deleted')).toHaveLength(
    1,
  );
  expect(await left()).toEqual([]);
});

test('hides an undeliverable last email from the tutor, and erases it at the end', async () => {
  const account = await makeFamily(api);
  await leave(account);
  const { db } = api.database;
  const { mailing } = fakeServer(api, ({ recipient }) => {
    throw Object.assign(noSuchBox(), { message: `550 no ${recipient}` });
  });
  const shown = async () => {
    const { token } = await makeAdmin(api);
    return (await api.call(endpoints.listUndeliveredEmails, { token })).body.emails.map(
      ({ recipient }) => recipient,
    );
  };
  await db
    .updateTable('emails')
    .set({ last_error: '451 later', attempts: 1 })
    .where('recipient', '=', account.email)
    .execute();
  expect(await shown()).not.toContain(account.email);
  await sendDueEmails(mailing);
  expect(await shown()).not.toContain(account.email);
  expect(await findTraces(api.database, [account.email])).toEqual(new Map());
});
