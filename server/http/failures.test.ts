// Internal failures: no answer reveals their cause, and a recovered database is used again.
import { once } from 'node:events';
import { connect } from 'node:net';

import { describe, expect, inject, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import { startTestApp } from '../testing/app.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';
import { makeFamily, makeLesson, PASSWORD, signUpForm } from '../testing/factories.ts';
import { startPostgres } from '../testing/postgres/postgres.ts';
import { say } from '../testing/servers/raw-http.ts';
import { test as base } from '../testing/test.ts';

const test = base.extend('port', async ({ api }) => {
  return Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
});

const failure = (code: ErrorCode) => ({ success: false, code, error: errorCatalogue[code].text });
const signIn = { body: { email: 'a@example.com', password: PASSWORD } };

describe('when a statement fails', () => {
  const crash = new Crash();
  test.override('settings', {
    credits: 1,
    wrap: (database) => watch(database, crash.onStatement),
  });

  test('answers 500 and reveals nothing of the failure', async ({ api, family }) => {
    for (const call of [
      () => api.refused(endpoints.listProducts),
      () => api.refused(endpoints.login, signIn),
      () => api.refused(endpoints.register, { body: signUpForm() }),
      () => family.refused(endpoints.getProfile),
      () => family.refused(endpoints.bookLesson, { body: { Lesson_ID: '1' } }),
    ]) {
      crash.arm(1);
      const { status, body, headers } = await call();
      expect([status, body]).toEqual([500, failure('internal')]);
      expect(JSON.stringify(headers)).not.toMatch(/secret|select|\.ts/);
      expect(headers['cache-control']).toBe('no-store');
      crash.arm(null);
    }
    await family.readProfile();
  });

  test('rolls back a booking that fails anywhere, then books', async ({ api, family, lesson }) => {
    let deaths = 0;
    for (let at = 1; ; at += 1) {
      crash.arm(at);
      const { status } = await family.tryToBook(lesson.id);
      if (!crash.hasHappened) {
        expect(status).toBe(201);
        break;
      }
      deaths += 1;
      expect(status).toBe(500);
      expect(await brokenInvariants(api.database.db)).toEqual([]);
      crash.arm(null);
      const stats = { lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 1 };
      expect((await family.readProfile()).stats).toEqual(stats);
    }
    crash.arm(null);
    // The spot, the booking, the balance, the ledger, the family and the email at least.
    expect(deaths).toBeGreaterThanOrEqual(6);
  });
});

test.for([
  'nonsense\r\n\r\n',
  `GET /api/health HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
])('answers malformed HTTP as JSON, and closes the connection', async (garbage, { port }) => {
  const { status, headers, body } = await say(port, garbage);
  expect(status).toBe(400);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(JSON.parse(body)).toMatchObject({ success: false, code: 'bad_json' });
});

test.for(['nonsense\r\n\r\n', 'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\nand on it goes'])(
  'closes a connection that began with %j, even if the client never ends it',
  async (beginning, { api, port }) => {
    const open = () =>
      new Promise<number>((resolve) => {
        api.app.server.getConnections((_error, count) => resolve(count));
      });
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write(beginning);
    await once(socket, 'end');
    await expect.poll(open, { timeout: 5000 }).toBe(0);
    socket.destroy();
    // One that hangs up by itself is gone at once.
    const polite = connect(port, '127.0.0.1').resume();
    polite.end(beginning);
    await once(polite, 'close');
    await expect.poll(open, { timeout: 500 }).toBe(0);
  },
);

if (inject('engine') === 'postgres')
  test('answers 503 while the database is away, and recovers without a restart', async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    const api = await startTestApp({
      on: { databaseUrl: cluster.url, dataDir: '' },
      rateLimitScale: 100,
    });
    onTestFinished(() => api.close());
    const family = await makeFamily(api, 1);
    const lesson = await makeLesson(api);

    await cluster.halt();
    // The process is alive, and nothing would be won by restarting it.
    expect((await api.call(endpoints.health)).body).toEqual({ success: true });
    const unready = await api.refused(endpoints.ready);
    const faults = unready.body.details?.map(({ field }) => field);
    expect([unready.status, faults]).toEqual([503, ['database']]);
    for (const answer of [
      await family.refused(endpoints.getProfile),
      await api.refused(endpoints.login, signIn),
      await family.tryToBook(lesson.id),
      await api.refused(endpoints.listProducts),
    ])
      expect([answer.status, answer.body]).toEqual([503, failure('service_unavailable')]);

    await cluster.resume();
    api.clock.advance({ seconds: 1 });
    await api.call(endpoints.ready);
    await family.book(lesson.id);

    // Connections that die in the middle of many calls: each is answered, none brings the process
    // down.
    const many = Promise.all(Array.from({ length: 40 }, () => family.either(endpoints.getProfile)));
    await cluster.halt();
    expect((await many).every(({ status }) => status === 200 || status === 503)).toBe(true);
    await cluster.resume();
    await family.readProfile();
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });
