// Rooms over real processes, two on PostgreSQL: streams hear each other's answers and presence, and
// a process that dies loses no acknowledged answer.
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { addressOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import type { FamilyRoomEvent, TutorRoomEvent } from '../../../domain/rooms/family-room.ts';
import type { Client } from '../../testing/client.ts';
import { makeAdmin, makeFamilies, makeLesson } from '../../testing/factories.ts';
import { unitQuestion } from '../../testing/lessons/rooms.ts';
import { type Fleet, startFleet } from '../../testing/races/fleet.ts';
import { watchStream } from '../../testing/servers/streams.ts';

const STUDENTS = 50;

/** A lesson that has begun, with a class and a question that is asked. */
async function startClass({ observer, servers }: Fleet) {
  const [server] = servers;
  if (server === undefined) expect.unreachable();
  const tutor = (await makeAdmin(observer)).via(server);
  const { body } = await tutor.call(endpoints.createTopic, {
    body: { name: 'Power', course: 'gcse' },
  });
  const created = await tutor.send(endpoints.createItem, {
    params: { id: body.topic.id },
    body: unitQuestion,
  });
  const { item } = created.body as { item: { id: string } };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { id } = await makeLesson(observer, { Date: tomorrow, Max_Students: STUDENTS });
  const families = await makeFamilies(observer, STUDENTS, 1);
  for (const family of families) await family.book(id);
  const { db } = observer.database;
  await db
    .updateTable('lessons')
    .set({ topic_id: body.topic.id, starts_at: Date.now() - 60_000 })
    .where('id', '=', id)
    .execute();
  const asked = await tutor.call(endpoints.askQuestion, {
    params: { id },
    body: { Item_ID: item.id },
  });
  const room = await families[0]?.call(endpoints.getRoom, { params: { id } });
  const [question] = room?.body.room.items ?? [];
  if (question?.kind !== 'question') expect.unreachable();
  const answer = [question.question.choices[0]?.id ?? ''];
  const reply = async (index: number, through: Client) =>
    families[index]?.via(through).either(endpoints.answerAsked, {
      params: { id },
      body: { Asked_ID: asked.body.asked.id, round: 1, answer },
      headers: { 'idempotency-key': `${index}` },
    });
  return { tutor, id, families, reply, asked: asked.body.asked };
}

test('hears answers, presence and the reveal from any process', async () => {
  const fleet = await startFleet();
  onTestFinished(fleet.close);
  const { tutor, id, families, reply, asked } = await startClass(fleet);
  const options = { params: { id } };
  const [first, last] = [fleet.serverFor(0), fleet.serverFor(1)];
  const tutors = await watchStream<TutorRoomEvent>(
    first.url + addressOf(endpoints.watchTutorRoom, options),
    tutor,
  );
  const [family] = families;
  if (family === undefined) expect.unreachable();
  const student = await watchStream<FamilyRoomEvent>(
    last.url + addressOf(endpoints.watchRoom, options),
    family,
  );
  await tutors.next('here', ({ here }) => here.includes(family.studentId));
  await Promise.all(families.map((_, index) => reply(index, fleet.serverFor(index))));
  await tutors.next('asked', (event) => event.asked?.answered === STUDENTS);
  await tutor.call(endpoints.changeAsked, {
    params: { id, askedId: asked.id },
    body: { state: 'revealed' },
  });
  const { asked: seen } = await student.next('asked', (event) => event.asked?.reveal !== null);
  expect(seen?.reveal?.distribution).toMatchObject([{ count: STUDENTS }, { count: 0 }]);
}, 120_000);

test('has each answer of a class once after a process died and students repeated theirs', async () => {
  const fleet = await startFleet();
  onTestFinished(fleet.close);
  const { families, reply } = await startClass(fleet);
  const server = fleet.serverFor(0);
  const acknowledged: string[] = [];
  const answers = families.map(async ({ studentId }, index) => {
    const answer = await reply(index, server).catch((error: unknown) => {
      // Only the end of the server may refuse an answer.
      if (!(error instanceof TypeError)) throw error;
      return null;
    });
    if (answer?.status === 201) acknowledged.push(studentId);
  });
  while (acknowledged.length < 5) await sleep(1);
  await server.crash();
  await Promise.all(answers);
  const { db } = fleet.observer.database;
  const readStored = async () => {
    const rows = await db.selectFrom('attempts').select('student_id').execute();
    return rows.map(({ student_id }) => student_id);
  };
  expect(new Set(acknowledged).difference(new Set(await readStored()))).toEqual(new Set());
  const repeated = await Promise.all(families.map((_, index) => reply(index, fleet.observer)));
  expect(new Set(repeated.map((answer) => answer?.status))).toEqual(new Set([201]));
  const ids = families.map(({ studentId }) => studentId);
  expect((await readStored()).toSorted()).toEqual(ids.toSorted());
}, 120_000);
