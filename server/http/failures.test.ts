// Internal failures: no answer reveals their cause, and a recovered database is used again.
import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, inject, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { startTestApp, type TestApp, type TestOptions } from '../testing/app.ts';
import { Crash, watch } from '../testing/failing.ts';
import { lessonForm, makeLesson, makeFamily, PASSWORD, signUpForm } from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { startPostgres } from '../testing/postgres.ts';

async function start(options: TestOptions = {}): Promise<TestApp> {
  const api = await startTestApp(options);
  onTestFinished(() => api.close());
  return api;
}

test("answers 500 with the catalogue's text, and reveals nothing of the failure", async () => {
  const crash = new Crash();
  const api = await start({ wrap: (database) => watch(database, crash.onStatement) });
  const { token } = await makeFamily(api);
  const calls = [
    () => api.refused(endpoints.health),
    () => api.refused(endpoints.login, { body: { email: 'a@example.com', password: PASSWORD } }),
    () => api.refused(endpoints.register, { body: signUpForm() }),
    () => api.refused(endpoints.getProfile, { token }),
    () => api.refused(endpoints.bookLesson, { token, body: { Lesson_ID: '1' } }),
  ];
  for (const call of calls) {
    crash.arm(1);
    const { status, body, headers } = await call();
    expect(status).toBe(500);
    expect(body).toEqual({ success: false, code: 'internal', error: errorCatalogue.internal.text });
    expect(JSON.stringify(headers)).not.toMatch(/secret|select|\.ts/);
    expect(headers['cache-control']).toBe('no-store');
    crash.arm(null);
  }
  await api.call(endpoints.getProfile, { token });
});

test('rolls back a booking that fails at any of its statements, and then books', async () => {
  const crash = new Crash();
  const api = await start({ wrap: (database) => watch(database, crash.onStatement) });
  const lesson = await makeLesson(api);
  const { token } = await makeFamily(api, 1);
  const book = () => api.either(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });
  let deaths = 0;
  for (let at = 1; ; at += 1) {
    crash.arm(at);
    const { status } = await book();
    if (!crash.hasHappened) {
      expect(status).toBe(201);
      break;
    }
    deaths += 1;
    expect(status).toBe(500);
    expect(await brokenInvariants(api.database.db)).toEqual([]);
    crash.arm(null);
    const { body } = await api.call(endpoints.getProfile, { token });
    expect(body.stats).toEqual({ lessonsAttended: 0, upcomingBookings: 0, creditsRemaining: 1 });
  }
  // The spot, the booking, the balance, the ledger, the family and the email at least.
  expect(deaths).toBeGreaterThanOrEqual(6);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
});

test('reports that the server is ready', async () => {
  const api = await start();
  expect((await api.call(endpoints.health)).body).toEqual({ success: true });
});

test('answers malformed HTTP as JSON, and closes the connection', async () => {
  const api = await start();
  const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  for (const garbage of [
    'nonsense\r\n\r\n',
    `GET /api/health HTTP/1.1\r\nhost: x\r\nlong: ${'x'.repeat(20_000)}\r\n\r\n`,
  ]) {
    const socket = connect(Number(port), '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    socket.write(garbage);
    await once(socket, 'close');
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    expect(said).toContain('cache-control: no-store');
    expect(said).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject({
      success: false,
      code: 'bad_json',
    });
  }
});

test.each([
  'nonsense\r\n\r\n',
  'CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\nand on it goes',
])(
  'closes a connection that began with %j, even if the client never ends it',
  async (beginning) => {
    const api = await start();
    const { port } = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
    const open = () =>
      new Promise<number>((resolve) => {
        api.app.server.getConnections((_error, count) => resolve(count));
      });
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    socket.write(beginning);
    await once(socket, 'end');
    await expect.poll(open, { timeout: 5000 }).toBe(0);
    socket.destroy();
    // One that hangs up by itself is gone at once.
    const polite = connect(Number(port), '127.0.0.1').resume();
    polite.end(beginning);
    await once(polite, 'close');
    await expect.poll(open, { timeout: 500 }).toBe(0);
  },
);

if (inject('engine') === 'postgres')
  test('answers 503 while the database is away, and recovers without a restart', async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    const api = await start({ on: { databaseUrl: cluster.url, dataDir: '' }, rateLimitScale: 100 });
    const { token } = await makeFamily(api, 1);
    const lesson = await makeLesson(api, lessonForm);

    await cluster.halt();
    for (const call of [
      () => api.refused(endpoints.health),
      () => api.refused(endpoints.getProfile, { token }),
      () => api.refused(endpoints.login, { body: { email: 'a@example.com', password: PASSWORD } }),
      () => api.refused(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } }),
    ]) {
      const { status, body } = await call();
      expect(status).toBe(503);
      expect(body).toEqual({
        success: false,
        code: 'service_unavailable',
        error: errorCatalogue.service_unavailable.text,
      });
    }
    // Prices come from the configuration and need no database.
    await api.call(endpoints.listProducts);

    await cluster.resume();
    await api.call(endpoints.health);
    await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: lesson.id } });

    // Connections that die in the middle of many calls: each is answered, none brings the process
    // down.
    const many = Promise.all(
      Array.from({ length: 40 }, () => api.either(endpoints.getProfile, { token })),
    );
    await cluster.halt();
    expect((await many).every(({ status }) => status === 200 || status === 503)).toBe(true);
    await cluster.resume();
    await api.call(endpoints.getProfile, { token });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });
