// Leases: one sender at a time, for as long as sending takes, but not for ever.
import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { openDatabase } from '../engine/database.ts';
import { signUp } from '../testing/accounts/families.ts';
import { START } from '../testing/app.ts';
import { watch } from '../testing/database/failing.ts';
import { giveCredits, makeLesson } from '../testing/factories.ts';
import { fakeServer, noSuchBox, queueTo } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';
import { compose } from './compose.ts';
import { LEASE_MS, leaseDueEmail } from './leases.ts';
import { queueEmail } from './queue.ts';
import { sendDueEmails, startSendingEmails } from './worker.ts';

const STEP_MS = LEASE_MS / 3;
/** Long enough for asynchronous events on a busy machine. */
const PATIENCE = { timeout: 20_000 };

/** One email is queued. */
const test = base
  .extend('queue', { auto: true }, ({ api }) => queueTo(api, 'a@example.com'))
  .extend('row', ({ api }) => {
    return () => api.database.db.selectFrom('emails').selectAll().executeTakeFirstOrThrow();
  })
  /**
   * Begins to send through a slow server, where each email waits until the test calls one of `ends`
   * with the outcome.
   */
  .extend('beginSending', ({ api }) => async () => {
    const ends: ((failure?: Error) => void)[] = [];
    const server = fakeServer(
      api,
      () =>
        new Promise((resolve, reject) => {
          ends.push((failure) => (failure === undefined ? resolve() : reject(failure)));
        }),
    );
    const sending = sendDueEmails(server.mailing);
    await expect.poll(() => ends.length, PATIENCE).toBe(1);
    const end = async (failure?: Error) => {
      ends[0]?.(failure);
      await sending;
    };
    return { taken: server.taken, end };
  })
  .extend('second', ({ api }) => fakeServer(api));

describe('with timers that the test advances', () => {
  const timed = test.extend('advance', { auto: true }, ({ api }, { onCleanup }) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onCleanup(() => {
      vi.useRealTimers();
    });
    /** Advances the clock and the lease's timers. */
    return (ms: number) => {
      api.clock.advance({ ms });
      vi.advanceTimersByTime(ms);
    };
  });

  timed('waits minutes, alone', async ({ api, row, beginSending, second, advance }) => {
    const slow = await beginSending();
    // Another sender keeps looking for due emails.
    for (let passed = 0; passed < 10 * 60_000; passed += STEP_MS) {
      const before = (await row()).leased_until;
      advance(STEP_MS);
      const leased = async () => (await row()).leased_until;
      await vi.waitFor(async () => expect(await leased()).not.toBe(before), PATIENCE);
      await sendDueEmails(second.mailing);
    }
    expect(second.taken).toEqual([]);
    await slow.end();
    expect(slow.taken).toHaveLength(1);
    const sent = { sent_at: api.clock.now, body: null, leased_by: null };
    expect(await row()).toMatchObject(sent);
  });

  timed('without renewal a second sender sends it too', async ({ api, beginSending, second }) => {
    // Negative control: the first sender's timers stand still, as in a stopped process.
    const slow = await beginSending();
    api.clock.advance({ ms: LEASE_MS });
    await sendDueEmails(second.mailing);
    expect(second.taken).toHaveLength(1);
    await slow.end();
  });

  timed('aborts sending when the lease is lost', async ({ api, row, second }) => {
    const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>();
    let isStopped = false;
    const { mailing } = fakeServer(
      api,
      (_, signal) =>
        new Promise<never>((_resolve, reject) => {
          begun();
          signal?.addEventListener('abort', () => {
            isStopped = true;
            reject(new Error('stopped'));
          });
        }),
    );
    const sending = sendDueEmails(mailing);
    // The lease is renewed from then on.
    await isBegun;
    api.clock.advance({ ms: LEASE_MS });
    await sendDueEmails(second.mailing);
    vi.advanceTimersByTime(STEP_MS);
    await sending;
    expect(isStopped).toBe(true);
    expect(await row()).toMatchObject({ sent_at: api.clock.now, last_error: null });
  });
});

test('records nothing after losing the lease', async ({ api, row, beginSending }) => {
  const frozen = await beginSending();
  api.clock.advance({ ms: LEASE_MS });
  const heir = await beginSending();
  await frozen.end(noSuchBox());
  expect(await row()).toMatchObject({ failed_at: null, last_error: null, attempts: 2 });
  await heir.end();
  expect(await row()).toMatchObject({ sent_at: api.clock.now, failed_at: null });
});

test('leases urgent emails first, and now and then the one that has waited longest', async ({
  api,
}) => {
  await queueTo(api, 'b@example.com');
  api.clock.advance({ minutes: 1 });
  const urgent = ['u1', 'u2', 'u3', 'u4', 'u5'].map((name) => `${name}@example.com`);
  for (const to of urgent) {
    api.clock.advance({ ms: 1 });
    await transact(api.context(null), (work) =>
      queueEmail(work, { ...compose(`test:${to}`, to, 'Now', ['A link.']), isUrgent: true }),
    );
  }
  const order = [];
  for (let turn = 0; turn < 8; turn += 1)
    order.push((await leaseDueEmail(api.context(null), turn))?.recipient.split('@')[0]);
  expect(order).toEqual(['u1', 'u2', 'u3', 'a', 'u4', 'u5', 'b', undefined]);
});

test('links and what the tutor changes are urgent, and what bookings cause is not', async ({
  api,
  tutor,
}) => {
  const parent = await signUp(api);
  await giveCredits(api, parent.id, 1);
  const { id } = await makeLesson(api);
  await parent.book(id);
  await parent.call(endpoints.sendConfirmation);
  await api.call(endpoints.forgotPassword, { body: { email: parent.email } });
  await tutor.call(endpoints.updateLesson, { params: { id }, body: { Time: '17:00:00' } });
  await tutor.call(endpoints.deleteLesson, { params: { id } });
  const readKinds = async () => {
    const rows = await api.database.db
      .selectFrom('emails')
      .select(['cause', 'is_urgent'])
      .execute();
    return Object.fromEntries(rows.map(({ cause, is_urgent }) => [cause.split(':')[0], is_urgent]));
  };
  await expect.poll(readKinds).toMatchObject({
    welcome: 1,
    'confirm-address': 1,
    booked: 0,
    reset: 1,
    'lesson-changed': 1,
    'lesson-cancelled': 1,
  });
});

test('does not delay other emails behind a slow recipient', async ({ api }) => {
  await queueTo(api, ...Array.from({ length: 20 }, (_, index) => `f${index}@example.com`));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { taken, mailing } = fakeServer(api, ({ recipient }) =>
    recipient.startsWith('a@') ? isReleased : undefined,
  );
  const sending = sendDueEmails(mailing);
  await expect.poll(() => taken.length, PATIENCE).toBe(20);
  release();
  await sending;
  expect(taken).toHaveLength(21);
});

test('marks an email as sent later if the database fails, not twice', async ({ api, row }) => {
  const { taken, mailing } = fakeServer(api);
  let failures = 0;
  const error = () => {
    failures += 1;
  };
  const another = await openDatabase({ ...api.databaseOptions, exclusive: false });
  const flaky = watch(another, ({ kind }) => {
    // The second update after the lease marks the email as sent.
    if (kind === 'UpdateQueryNode' && taken.length > 0 && failures < 2)
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
  });
  await sendDueEmails({ ...mailing, database: flaky, log: { error, warn() {} } });
  await sendDueEmails(mailing);
  expect(failures).toBe(2);
  expect(taken).toHaveLength(1);
  expect(await row()).toMatchObject({ sent_at: api.clock.now });
  await another.close();
});

test.for([
  ['aborts', { sent_at: null, failed_at: null, leased_by: null }],
  ['accepts', { sent_at: Date.parse(START), leased_by: null }],
] as const)('a stop waits for an email that the server %s', async ([how, left], { api, row }) => {
  let wasAborted = false;
  const { mailing } = fakeServer(
    api,
    (_, signal) =>
      new Promise<void>((resolve, reject) => {
        signal?.addEventListener('abort', () => {
          wasAborted = true;
          if (how === 'accepts') resolve();
          else reject(new Error('The sending was aborted.'));
        });
      }),
  );
  const stop = startSendingEmails(mailing);
  await expect.poll(async () => (await row()).attempts, PATIENCE).toBe(1);
  await stop();
  expect(wasAborted).toBe(true);
  expect(await row()).toMatchObject(left);
});
