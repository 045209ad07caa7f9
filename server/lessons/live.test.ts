// The live stream over a real connection.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LiveChange } from '../../domain/live.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeLesson, makeFamily, lessonForm } from '../testing/factories.ts';

let api: TestApp;
let url: string;
beforeAll(async () => {
  api = await startTestApp();
  url = await api.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => api.close());

/** Reads changes one by one; `next` waits for a matching one. */
async function watch(token: string) {
  const abort = new AbortController();
  const response = await fetch(url + endpoints.watchLessons.path, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reader = (response.body ?? new ReadableStream())
    .pipeThrough(new TextDecoderStream())
    .getReader();
  let text = '';
  return {
    response,
    async next(fits: (change: LiveChange) => boolean): Promise<LiveChange> {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the stream ended');
        text += value;
        const events = text.split('\n\n');
        text = events.pop() ?? '';
        for (const event of events) {
          if (!event.startsWith('data: ')) continue;
          const change = JSON.parse(event.slice('data: '.length)) as LiveChange;
          if (fits(change)) return change;
        }
      }
    },
    stop: () => abort.abort(),
  };
}

test('sends a booking, a cancellation and a new lesson to every open stream', async () => {
  const lesson = await makeLesson(api, { Max_Students: 2 });
  const [booker, watcher, admin] = [
    await makeFamily(api, 1),
    await makeFamily(api),
    await makeAdmin(api),
  ];
  const stream = await watch(watcher.token);
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream');
  // LISTEN on PostgreSQL starts a moment later; anything that happened before is covered by a full
  // reload.
  if (inject('engine') === 'postgres') await stream.next(({ kind }) => kind === 'plan');

  const booked = stream.next(({ kind }) => kind === 'spots');
  const { body } = await api.call(endpoints.bookLesson, {
    token: booker.token,
    body: { Lesson_ID: lesson.id },
  });
  expect(await booked).toEqual({ kind: 'spots', id: lesson.id, availableSpots: 1 });

  const freed = stream.next(({ kind }) => kind === 'spots');
  await api.call(endpoints.cancelBooking, {
    token: booker.token,
    params: { bookingId: body.booking.id },
  });
  expect(await freed).toEqual({ kind: 'spots', id: lesson.id, availableSpots: 2 });

  const planned = stream.next(({ kind }) => kind === 'plan');
  await api.call(endpoints.createLesson, { token: admin.token, body: lessonForm });
  expect(await planned).toEqual({ kind: 'plan' });
  stream.stop();
});

test('refuses a stream without an active session of a family', async () => {
  const admin = await makeAdmin(api);
  expect((await fetch(url + endpoints.watchLessons.path)).status).toBe(401);
  const headers = { authorization: `Bearer ${admin.token}` };
  expect((await fetch(url + endpoints.watchLessons.path, { headers })).status).toBe(403);
});

test('ends the streams when the app closes', async () => {
  const own = await startTestApp();
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { token } = await makeFamily(own);
  const response = await fetch(address + endpoints.watchLessons.path, {
    headers: { authorization: `Bearer ${token}` },
  });
  const read = response.text();
  await own.close();
  expect(await read).toContain('welcome');
});
