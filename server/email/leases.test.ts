// Leases: one sender at a time, for as long as sending takes, but not for ever.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { findOutdated } from '../lessons/reminders.ts';
import { transact } from '../engine/context.ts';
import { openDatabase } from '../engine/database.ts';
import { watch } from '../testing/failing.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { fakeServer, noSuchBox, quietLog } from '../testing/mail-server.ts';
import { compose } from './compose.ts';
import { LEASE_MS } from './leases.ts';
import { queueEmail } from './queue.ts';
import { sendDueEmails, startSendingEmails } from './worker.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await api.close();
});

const STEP_MS = LEASE_MS / 3;
/** Long enough for asynchronous events on a busy machine. */
const PATIENCE = { timeout: 20_000 };
const clock = () => api.clock.now;

async function queue(...recipients: string[]): Promise<void> {
  await transact(api.context(null), async (work) => {
    for (const to of recipients)
      await queueEmail(work, compose(`test:${to}`, to, 'Hello', ['A secret link.']));
  });
}

const row = () => api.database.db.selectFrom('emails').selectAll().executeTakeFirstOrThrow();

/** A slow server: each email waits until the test calls `finish` with the outcome. */
function slowServer() {
  const ends: ((failure?: Error) => void)[] = [];
  const server = fakeServer(
    api,
    () =>
      new Promise((resolve, reject) => {
        ends.push((failure) => (failure === undefined ? resolve() : reject(failure)));
      }),
  );
  return { ...server, ends };
}

/** Advances the clock and the lease timers while another sender keeps looking for due emails. */
async function pass(ms: number, look: () => Promise<void>): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    const before = (await row()).leased_until;
    api.clock.advance({ ms: STEP_MS });
    vi.advanceTimersByTime(STEP_MS);
    await vi.waitFor(async () => {
      const { leased_until, sent_at } = await row();
      if (sent_at === null && leased_until === before) throw new Error('the lease was not renewed');
    }, PATIENCE);
    await look();
  }
}

test('waits minutes for a slow server while no other sender sends the email', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await queue('a@example.com');
  const slow = slowServer();
  const sending = sendDueEmails(slow.mailing);
  await expect.poll(() => slow.ends.length, PATIENCE).toBe(1);
  const second = fakeServer(api);
  await pass(10 * 60_000, () => sendDueEmails(second.mailing));
  expect(second.taken).toEqual([]);
  slow.ends[0]?.();
  await sending;
  expect(slow.taken).toHaveLength(1);
  expect(await row()).toMatchObject({ sent_at: clock(), body: null, leased_by: null });
});

test('without renewal a second sender sends it too', async () => {
  // Negative control: the first sender's timers stand still, as in a stopped process.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await queue('a@example.com');
  const slow = slowServer();
  const sending = sendDueEmails(slow.mailing);
  await expect.poll(() => slow.ends.length, PATIENCE).toBe(1);
  api.clock.advance({ ms: LEASE_MS });
  const second = fakeServer(api);
  await sendDueEmails(second.mailing);
  expect(second.taken).toHaveLength(1);
  slow.ends[0]?.();
  await sending;
});

test('records nothing after losing the lease; the new sender does', async () => {
  await queue('a@example.com');
  const frozen = slowServer();
  const first = sendDueEmails(frozen.mailing);
  await expect.poll(() => frozen.ends.length, PATIENCE).toBe(1);
  api.clock.advance({ ms: LEASE_MS });
  const heir = slowServer();
  const second = sendDueEmails(heir.mailing);
  await expect.poll(() => heir.ends.length, PATIENCE).toBe(1);

  frozen.ends[0]?.(noSuchBox());
  await first;
  expect(await row()).toMatchObject({ failed_at: null, last_error: null, attempts: 2 });
  heir.ends[0]?.();
  await second;
  expect(await row()).toMatchObject({ sent_at: clock(), failed_at: null });
});

test('aborts sending when the lease is lost', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await queue('a@example.com');
  const { promise: isBegun, resolve: begun } = Promise.withResolvers<void>();
  let isStopped = false;
  const transport = {
    send: (_mail: unknown, signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        begun();
        signal?.addEventListener('abort', () => {
          isStopped = true;
          reject(new Error('stopped'));
        });
      }),
    close() {},
  };
  const sending = sendDueEmails({
    database: api.database,
    findOutdated,
    clock,
    transport,
    log: quietLog,
  });
  // The lease is renewed from then on.
  await isBegun;
  api.clock.advance({ ms: LEASE_MS });
  const heir = fakeServer(api);
  await sendDueEmails(heir.mailing);
  vi.advanceTimersByTime(STEP_MS);
  await sending;
  expect(isStopped).toBe(true);
  expect(await row()).toMatchObject({ sent_at: clock(), last_error: null });
});

test('does not delay other emails behind a slow recipient', async () => {
  await queue(
    'slow@example.com',
    ...Array.from({ length: 20 }, (_, index) => `f${index}@example.com`),
  );
  let release = () => {};
  const { taken, mailing } = fakeServer(api, ({ recipient }) =>
    recipient.startsWith('slow')
      ? new Promise((resolve) => {
          release = resolve;
        })
      : undefined,
  );
  const sending = sendDueEmails(mailing);
  await expect.poll(() => taken.length, PATIENCE).toBe(20);
  release();
  await sending;
  expect(taken).toHaveLength(21);
});

test('marks an email as sent later, not twice, when the database is unavailable', async () => {
  await queue('a@example.com');
  const { taken, mailing } = fakeServer(api);
  let failures = 0;
  const log = {
    error() {
      failures += 1;
    },
    warn() {},
  };
  const another = await openDatabase({ ...api.databaseOptions, exclusive: false });
  const flaky = watch(another, ({ kind }) => {
    // The second update after the lease marks the email as sent.
    if (kind === 'UpdateQueryNode' && taken.length > 0 && failures < 2)
      throw Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' });
  });
  await sendDueEmails({ ...mailing, database: flaky, log });
  await sendDueEmails(mailing);
  expect(failures).toBe(2);
  expect(taken).toHaveLength(1);
  expect(await row()).toMatchObject({ sent_at: clock() });
  await another.close();
});

test('a stop waits for sending emails, then aborts and leaves the slow ones', async () => {
  await queue('a@example.com');
  let wasEnded = false;
  const transport = {
    send: (_mail: unknown, signal?: AbortSignal) =>
      new Promise<never>((_resolve, reject) => {
        signal?.addEventListener('abort', () => {
          wasEnded = true;
          reject(new Error('The sending was aborted.'));
        });
      }),
    close() {},
  };
  const stop = startSendingEmails({
    database: api.database,
    findOutdated,
    clock,
    transport,
    log: quietLog,
  });
  await expect.poll(async () => (await row()).attempts, PATIENCE).toBe(1);
  await stop();
  expect(wasEnded).toBe(true);
  expect(await row()).toMatchObject({ sent_at: null, failed_at: null, leased_by: null });
});

test('an email accepted during a stop is marked as sent, not resent', async () => {
  await queue('a@example.com');
  const transport = {
    send: (_mail: unknown, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal?.addEventListener('abort', () => resolve());
      }),
    close() {},
  };
  const stop = startSendingEmails({
    database: api.database,
    findOutdated,
    clock,
    transport,
    log: quietLog,
  });
  await expect.poll(async () => (await row()).attempts, PATIENCE).toBe(1);
  await stop();
  expect(await row()).toMatchObject({ sent_at: clock(), leased_by: null });
});
