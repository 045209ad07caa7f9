// The last email to a family that leaves: only that one is still sent, and the family's data is
// erased with it.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { sendDueEmails } from '../../email/worker.ts';
import { linkFor } from '../../testing/accounts/accounts.ts';
import { subjectsTo } from '../../testing/accounts/families.ts';
import { leaveWithoutHttp } from '../../testing/accounts/leaving.ts';
import { findTraces } from '../../testing/personal-data/find-text.ts';
import { fakeServer, noSuchBox } from '../../testing/servers/mail-server.ts';
import { test as base } from '../../testing/test.ts';

const LAST = 'Your account was deleted';

/** The columns that contain the family's address. */
const test = base.extend('traces', ({ api, family }) => async () => [
  ...(await findTraces(api.database, [family.email])).keys(),
]);

test('sends one last email after a sending that was under way', async ({ api, family, traces }) => {
  await linkFor(api, 'family', family.email);
  const { promise: hasLeft, resolve: goOn } = Promise.withResolvers<void>();
  const taken: string[] = [];
  const { mailing } = fakeServer(api, async ({ subject, recipient }) => {
    taken.push(subject);
    await hasLeft;
    throw new Error(`451 ${recipient} is busy`);
  });
  const sending = sendDueEmails(mailing);
  await expect.poll(() => taken).toContain('Choose a new password');
  await leaveWithoutHttp(family);
  goOn();
  await sending;
  expect(await traces()).toContain('emails.recipient');
  expect(await subjectsTo(family)).toEqual([LAST]);

  api.clock.advance({ hours: 1 });
  const later = fakeServer(api);
  await sendDueEmails(later.mailing);
  expect(later.taken.filter(({ subject }) => subject === LAST)).toHaveLength(1);
  expect(await traces()).toEqual([]);
});

test('hides the last email from the tutor', async ({ api, db, family, tutor, traces }) => {
  await leaveWithoutHttp(family);
  const { mailing } = fakeServer(api, ({ recipient }) => {
    throw Object.assign(noSuchBox(), { message: `550 no ${recipient}` });
  });
  const listShown = async () => {
    const { emails } = (await tutor.call(endpoints.listUndeliveredEmails)).body;
    return emails.map(({ recipient }) => recipient);
  };
  const later = { last_error: '451 later', attempts: 1 };
  await db.updateTable('emails').set(later).where('recipient', '=', family.email).execute();
  expect(await listShown()).not.toContain(family.email);
  await sendDueEmails(mailing);
  expect(await listShown()).not.toContain(family.email);
  expect(await traces()).toEqual([]);
});
