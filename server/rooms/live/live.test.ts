// What the live streams of a room send to students and the tutor, and who is there.
import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, vi } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { liveTest as test, unitQuestion, video } from '../../testing/lessons/rooms.ts';
import { codeOf } from '../../testing/test.ts';

vi.setConfig({ testTimeout: 30_000 });

describe('what a student is sent', () => {
  test("has the question, the student's own answer and the reveal, whole each time", async ({
    asked,
    change,
    choices: [watt, joule],
    family,
    reply,
    watchAs,
  }) => {
    const stream = await watchAs(family);
    const first = await stream.next('asked');
    expect(first.asked).toMatchObject({
      id: asked.id,
      round: 1,
      state: 'asked',
      question: { kind: 'choice', choices: [{ id: watt }, { id: joule }] },
      own: null,
      reveal: null,
    });
    await reply(family, joule);
    expect((await stream.next('asked')).asked).toMatchObject({
      own: { answer: [joule], result: null, reason: null, feedback: null },
      reveal: null,
    });
    await change(asked.id, 'closed');
    expect((await stream.next('asked')).asked).toMatchObject({ state: 'closed', own: {} });
    await change(asked.id, 'asked');
    expect((await stream.next('asked')).asked).toMatchObject({ round: 2, own: null });
    expect(stream.text()).not.toMatch(/SECRET|is_right|misconception/);
    await change(asked.id, 'revealed');
    expect((await stream.next('asked')).asked).toMatchObject({
      state: 'revealed',
      reveal: {
        distribution: [{ key: watt, count: 0 }, {}],
        solution: { choices: [{ id: watt, is_right: true }, { is_right: false }] },
      },
    });
  });

  test('has nothing of an answer that somebody else gave', async ({
    api,
    asked,
    choices: [watt],
    family,
    join,
    reply,
    watchAs,
  }) => {
    const other = await join();
    const stream = await watchAs(family);
    await stream.next('asked', ({ asked: now }) => now?.id === asked.id);
    await reply(other, watt);
    await reply(family, watt);
    const { asked: own } = await stream.next('asked');
    expect(own?.own?.answer).toEqual([watt]);
    expect(stream.text().match(/"kind":"asked"/g)).toHaveLength(2);
    expect(stream.text()).not.toContain(other.studentId);
    expect(await api.database.db.selectFrom('attempts').select('id').execute()).toHaveLength(2);
  });

  test('has the signal to load the room when its topic, items, time or state change', async ({
    api,
    add,
    family,
    lessonId,
    tutor,
    watchAs,
  }) => {
    api.clock.set('2026-11-18T14:30:00Z');
    const stream = await watchAs(family);
    expect(await stream.next('asked')).toEqual({ kind: 'asked', asked: null });
    await add(unitQuestion);
    await stream.next('room');
    await tutor.updateLesson(lessonId, { Time: '15:05:00' });
    await stream.next('room');
    // The clock passes into live, then into after.
    api.clock.set('2026-11-18T14:50:00Z');
    await stream.next('room');
    api.clock.set('2026-11-18T16:20:00Z');
    await stream.next('room');
  });

  test('has frequent heartbeats while the lesson is live, and says so', async ({
    api,
    add,
    family,
    tutor,
    lessonId,
    watchAs,
    watchAsTutor,
  }) => {
    const rhythm = (text: string) => text.match(/: heartbeat \d+\n\n/g) ?? [];
    api.clock.set('2026-11-18T14:30:00Z');
    const streams = [await watchAs(family), await watchAsTutor()];
    await add(unitQuestion);
    for (const [at, expected] of [
      ['2026-11-18T14:45:00Z', [': heartbeat 4000\n\n']],
      ['2026-11-18T16:15:00Z', [': heartbeat 4000\n\n', ': heartbeat 25000\n\n']],
    ] as const) {
      api.clock.set(at);
      await vi.waitFor(
        () => {
          for (const stream of streams) expect(rhythm(stream.text())).toEqual(expected);
        },
        { timeout: 20_000 },
      );
    }
    // A lesson that is moved into the past or the future changes the rhythm too.
    await tutor.updateLesson(lessonId, { Time: '16:00:00' });
    await vi.waitFor(
      () => {
        for (const stream of streams) expect(rhythm(stream.text())).toHaveLength(3);
      },
      { timeout: 20_000 },
    );
  });

  test('has the reveal of an open question when the clock passes the end', async ({
    api,
    asked,
    family,
    lessonId,
    reply,
    choices: [watt],
    watchAs,
    watchAsTutor,
  }) => {
    const [stream, tutors] = [await watchAs(family), await watchAsTutor()];
    await stream.next('asked', (event) => event.asked?.state === 'asked');
    api.clock.set('2026-11-18T16:15:00Z');
    const { asked: over } = await stream.next('asked', (event) => event.asked?.reveal !== null);
    expect(over).toMatchObject({ id: asked.id, state: 'revealed' });
    await tutors.next('asked', (event) => event.asked?.state === 'revealed');
    expect(codeOf(await reply(family, watt))).toBe('question_closed');
    const { body } = await family.call(endpoints.getRoom, { params: { id: lessonId } });
    expect(body.room).toMatchObject({ state: 'after', asked: over });
  });
});

describe('what the tutor is sent', () => {
  test('says who is there, until a minute after the last stream', async ({
    api,
    family,
    lessonId,
    tutor,
    watchAs,
    watchAsTutor,
  }) => {
    const tutors = await watchAsTutor();
    expect(await tutors.next('asked')).toEqual({ kind: 'asked', asked: null });
    expect(await tutors.next('here')).toEqual({ kind: 'here', here: [] });
    const stream = await watchAs(family);
    expect(await tutors.next('here')).toEqual({ kind: 'here', here: [family.studentId] });
    stream.stop();
    // The server has noticed once the stream is gone from its own count.
    await sleep(300);
    api.clock.advance({ seconds: 59 });
    await sleep(1500);
    const read = async () =>
      (await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } })).body.room.students;
    expect(await read()).toMatchObject([{ here: true }]);
    api.clock.advance({ seconds: 1 });
    expect(await tutors.next('here')).toEqual({ kind: 'here', here: [] });
    expect(await read()).toMatchObject([{ here: false }]);
  });

  test('has each first result, and the counts of the asked question', async ({
    add,
    answer,
    asked,
    change,
    choices: [, joule],
    choicesOf,
    family,
    lessonId,
    reply,
    watchAsTutor,
  }) => {
    const watched = await add(video);
    const before = await add({ ...unitQuestion, use: 'before' });
    const tutors = await watchAsTutor();
    await tutors.next('here');
    const progress = async () => (await tutors.next('progress')).progress;
    for (const done of [true, false]) {
      await family.send(endpoints.tickItem, {
        params: { id: lessonId, itemId: watched },
        body: { done },
      });
      expect(await progress()).toEqual({
        Student_ID: family.studentId,
        Item_ID: watched,
        result: done ? 'done' : null,
      });
    }
    const [, wrong] = await choicesOf(before);
    for (let n = 0; n < 2; n += 1) await answer(before, [wrong]);
    await reply(family, joule);
    await change(asked.id, 'closed');
    expect(await progress()).toMatchObject({ Item_ID: before, result: 'wrong' });
    // The second try at the same question is no first result.
    expect(await progress()).toMatchObject({ Item_ID: asked.Item_ID, result: 'wrong' });
    const { asked: now } = await tutors.next('asked', (event) => event.asked?.state === 'closed');
    expect(now).toMatchObject({
      booked: 1,
      answered: 1,
      distribution: [{ count: 0 }, { key: joule, count: 1 }],
    });
  });
});
