// The live stream over a real connection.
import { expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LiveChange } from '../../domain/lessons/live.ts';
import { startTestApp } from '../testing/app.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  giveCredits,
  lessonForm,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { watchStream } from '../testing/servers/streams.ts';
import { sharedTest } from '../testing/test.ts';

const { path } = endpoints.watchLessons;

const test = sharedTest.extend('url', { scope: 'file' }, async ({ api }) => {
  const address = await api.app.listen({ port: 0, host: '127.0.0.1' });
  return address + path;
});

const headersOf = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

test('sends every change to every open stream', async ({ api, url, family, tutor }) => {
  const { id } = await makeLesson(api, { Max_Students: 2 });
  const stream = await watchStream<LiveChange>(url, await makeFamily(api));
  // LISTEN on PostgreSQL starts a moment later; anything that happened before is covered by a full
  // reload.
  if (inject('engine') === 'postgres') await stream.next('plan');

  const booked = stream.next('spots');
  const bookingId = await family.book(id);
  expect(await booked).toEqual({ kind: 'spots', id, availableSpots: 1 });

  const freed = stream.next('spots');
  await family.cancel(bookingId);
  expect(await freed).toEqual({ kind: 'spots', id, availableSpots: 2 });

  const planned = stream.next('plan');
  await tutor.call(endpoints.createLesson, { body: lessonForm });
  expect(await planned).toEqual({ kind: 'plan' });
  stream.stop();
});

test('tells a family alone of its changes, a student only of their own', async ({ api, url }) => {
  const family = await makeFamily(api, 3);
  const siblingId = await addStudent(api, family);
  const people = {
    parent: await addParent(api, family),
    student: await addSignIn(api, family, family.studentId),
    stranger: await makeFamily(api),
  };
  const open = ({ token }: { token: string }) => watchStream<LiveChange>(url, { token });
  const parent = await open(people.parent);
  const student = await open(people.student);
  const stranger = await open(people.stranger);
  const streams = [parent, student, stranger];
  const ownOf = ({ text }: { text: () => string }) => text().split('"own"').length - 1;
  /** Announcements arrive in order: those before this one have arrived with it. */
  const told = async (act: () => Promise<unknown>) => {
    const before = streams.map(ownOf);
    const { id } = await makeLesson(api, { Max_Students: 1 });
    await Promise.all(streams.map((stream) => stream.next('plan')));
    await act();
    await (await makeFamily(api, 1)).book(id);
    await Promise.all(streams.map((stream) => stream.next('spots', (event) => event.id === id)));
    return streams.map((stream, index) => ownOf(stream) > (before[index] ?? 0));
  };
  const { id } = await makeLesson(api, { Max_Students: 2 });
  let bookingId = '';
  const book = async (studentId: string) => {
    bookingId = await family.book(id, studentId);
  };
  expect(await told(() => book(family.studentId))).toEqual([true, true, false]);
  expect(await told(() => family.cancel(bookingId))).toEqual([true, true, false]);
  expect(await told(() => book(siblingId))).toEqual([true, false, false]);
  expect(await told(() => giveCredits(api, family.id, 1))).toEqual([true, false, false]);

  await (await makeFamily(api, 1)).book(id);
  const join = () =>
    family.call(endpoints.joinWaitingList, {
      params: { id },
      body: { Student_ID: family.studentId },
    });
  expect(await told(join)).toEqual([true, true, false]);
  expect(stranger.text()).not.toContain(family.id);
  for (const stream of streams) stream.stop();
});

test('refuses a stream without an active session of a family', async ({ url, tutor }) => {
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers: headersOf(tutor) })).status).toBe(403);
});

test('ends the streams when the app closes', async () => {
  const own = await startTestApp();
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(address + path, { headers: headersOf(await makeFamily(own)) });
  const read = response.text();
  await own.close();
  expect(await read).toContain('welcome');
});
