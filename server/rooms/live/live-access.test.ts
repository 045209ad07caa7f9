// Who may follow the live streams of a room, and when they end.
import { describe, expect, vi } from 'vitest';

import { addressOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { LIVE_STREAMS } from '../../../domain/event-stream.ts';
import type { FamilyRoomEvent } from '../../../domain/rooms/family-room.ts';
import { addSignIn, addStudent, makeFamily, makeLesson } from '../../testing/factories.ts';
import { liveTest as test } from '../../testing/lessons/rooms.ts';
import { watchStream } from '../../testing/servers/streams.ts';
import { codeOf } from '../../testing/test.ts';

vi.setConfig({ testTimeout: 30_000 });

const pathOf = (id: string, studentId?: string) =>
  addressOf(endpoints.watchRoom, { params: { id }, query: { Student_ID: studentId } });

describe('a stream', () => {
  test('ends when the booking is cancelled or the lesson deleted', async ({
    family,
    join,
    lessonId,
    tutor,
    watchAs,
    watchAsTutor,
  }) => {
    const cancels = await join();
    const tutors = await watchAsTutor();
    const [kept, cancelled] = [await watchAs(family), await watchAs(cancels)];
    await tutors.next('here', ({ here }) => here.length === 2);
    const [booking] = (await cancels.readLesson(lessonId)).bookings;
    await cancels.cancel(booking?.id ?? '');
    await cancelled.ended;
    await tutors.next('here', ({ here }) => here.length === 1);
    await tutor.deleteLesson(lessonId);
    await Promise.all([kept.ended, tutors.ended]);
  });

  test('ends at the next check after its session, or when the student is removed', async ({
    api,
    asked,
    choices: [watt],
    family,
    join,
    lessonId,
    reply,
    tutor,
    watchAs,
    watchAsTutor,
  }) => {
    const removes = await join();
    await addStudent(api, removes);
    const answered = await removes.send(endpoints.answerAsked, {
      params: { id: lessonId },
      body: { Student_ID: removes.studentId, Asked_ID: asked.id, round: 1, answer: [watt] },
    });
    expect(codeOf(answered)).toBe('done');
    const [tutors, signsOut] = [await watchAsTutor(), await watchAs(family)];
    const removed = await watchAs(removes, removes.studentId);
    await tutors.next('asked', (event) => event.asked?.here === 2);
    await family.call(endpoints.logout);
    await removes.call(endpoints.removeStudent, { params: { id: removes.studentId } });
    await Promise.all([signsOut.ended, removed.ended]);
    const { asked: now } = await tutors.next('asked', (event) => event.asked?.booked === 1);
    expect(now).toMatchObject({ answered: 0, distribution: [{ count: 0 }, { count: 0 }] });
    const { body } = await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } });
    expect(body.room.students).toMatchObject([{ Student_ID: family.studentId }]);
    expect(codeOf(await reply(removes, watt))).toBe('not_booked');
  }, 60_000);

  test('is for booked students, and the tutor', async ({ api, family, lessonId, tutor, url }) => {
    const get = async (path: string, { token }: { token: string }) => {
      const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
      return ((await answer.json()) as { code: string }).code;
    };
    const other = await makeFamily(api);
    expect(await get(pathOf(lessonId), other)).toBe('not_booked');
    expect(await get(pathOf(lessonId, 'x'), family)).toBe('validation_failed');
    const unknown = '01890000-0000-7000-8000-000000000000';
    expect(await get(pathOf(unknown), family)).toBe('lesson_not_found');
    const tutors = addressOf(endpoints.watchTutorRoom, { params: { id: unknown } });
    expect(await get(tutors, tutor)).toBe('lesson_not_found');
    await addStudent(api, family);
    expect(await get(pathOf(lessonId), family)).toBe('validation_failed');
    const student = await addSignIn(api, family, family.studentId);
    const stream = await watchStream<FamilyRoomEvent>(url + pathOf(lessonId), student);
    await stream.next('asked');
  });

  describe('with a limit', () => {
    test.override('settings', { rateLimitScale: 1 });
    test('counts among the four of an account', async ({ api, family, lessonId, url }) => {
      const open = (path: string) => watchStream(url + path, family);
      const { id: other } = await makeLesson(api);
      await open(endpoints.watchLessons.path);
      for (let n = 1; n < LIVE_STREAMS.perAccount; n += 1) await open(pathOf(lessonId));
      for (const path of [pathOf(lessonId), endpoints.watchLessons.path])
        await expect(open(path)).rejects.toThrow('rate_limited');
      await expect(open(pathOf(other))).rejects.toThrow('not_booked');
    });
  });
});
