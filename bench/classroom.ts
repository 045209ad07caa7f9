// A class of students and their tutor, each with a live stream and a connection of their own, for
// benchmarks.
import { Agent, request } from 'node:http';

import {
  addressOf,
  type AnswerOf,
  type Endpoint,
  type SentBody,
  type SentParams,
} from '../domain/endpoint.ts';
import * as endpoints from '../domain/endpoints.ts';
import type { FamilyRoomEvent, TutorRoomEvent } from '../domain/rooms/family-room.ts';
import { MINUTE_MS } from '../domain/time.ts';
import { hashOf, newId, newToken } from '../server/base/ids.ts';
import { type Db, openDatabase } from '../server/engine/database.ts';
import { call } from './calls.ts';
import type { FilledDatabase } from './engines.ts';
import type { App } from './load.ts';

export const STUDENTS = 50;

interface Stream<Event> {
  /** Waits for the next event that the predicate accepts; returns it and when it came. */
  next(accepts: (event: Event) => boolean): Promise<{ readonly event: Event; readonly at: number }>;
  close(): void;
}

function openStream<Event>(address: string, token: string): Promise<Stream<Event>> {
  const { promise, resolve, reject } = Promise.withResolvers<Stream<Event>>();
  const waiting = new Set<(event: Event) => void>();
  const outgoing = request(address, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  });
  outgoing.once('error', reject);
  outgoing.once('response', (answer) => {
    if (answer.statusCode !== 200) return reject(new Error(`a stream got ${answer.statusCode}`));
    let rest = '';
    answer.setEncoding('utf8');
    answer.on('data', (chunk: string) => {
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts)
        if (part.startsWith('data: '))
          // The server writes nothing else.
          for (const take of waiting) take(JSON.parse(part.slice(6)) as Event);
    });
    resolve({
      next: (accepts) =>
        new Promise((done) => {
          const take = (event: Event) => {
            if (!accepts(event)) return;
            waiting.delete(take);
            done({ event, at: performance.now() });
          };
          waiting.add(take);
        }),
      close: () => outgoing.destroy(),
    });
  });
  outgoing.end();
  return promise;
}

interface Person {
  readonly url: string;
  readonly agent: Agent;
  readonly token: string;
}

/** Calls an endpoint, which must accept the call. Returns its answer and what it took. */
export async function send<E extends Endpoint>(
  { url, agent, token }: Person,
  endpoint: E,
  { params, body }: { params?: SentParams<E>; body: SentBody<E> },
): Promise<{ readonly body: AnswerOf<E>; readonly ms: number }> {
  const address = url + addressOf(endpoint, { params });
  const answer = await call({ agent, address, token, method: endpoint.method, body });
  if (answer.status !== (endpoint.status ?? 200))
    throw new Error(`unexpected answer ${answer.status}: ${answer.body}`);
  // The server's tests check every answer.
  return { body: JSON.parse(answer.body) as AnswerOf<E>, ms: answer.ms };
}

interface Student extends Person {
  readonly stream: Stream<FamilyRoomEvent>;
}

export interface Class {
  readonly apps: readonly App[];
  readonly lessonId: string;
  /** The questions still to be asked. */
  readonly itemIds: string[];
  readonly tutor: Person & { readonly stream: Stream<TutorRoomEvent> };
  readonly students: readonly Student[];
  /** Throws unless each student's answer is stored once. */
  readonly check: (askedId: string) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** A lesson that has begun, with streams to the students and the tutor, and questions to ask. */
export async function startClass(
  apps: App[],
  { filled, options }: FilledDatabase,
  questions: number,
): Promise<Class> {
  const database = await openDatabase({ ...options, exclusive: false });
  const { db } = database;
  const agents: Agent[] = [];
  const personAt = (index: number, token: string): Person => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    agents.push(agent);
    return { url: apps[index % apps.length]?.url ?? '', agent, token };
  };
  const tutor = personAt(0, newToken());
  await signTutorIn(db, tutor.token);
  const { topicId, itemIds } = await createQuestions(tutor, questions);
  const [lessonId = ''] = filled.openLessons;
  const people = filled.tokens.slice(0, STUDENTS).map((token, index) => personAt(index, token));
  for (const person of people)
    await send(person, endpoints.bookLesson, { body: { Lesson_ID: lessonId } });
  await db
    .updateTable('lessons')
    .set({ topic_id: topicId, starts_at: Date.now() - MINUTE_MS })
    .where('id', '=', lessonId)
    .execute();

  const watch = <Event>({ url, token }: Person, endpoint: Endpoint) =>
    openStream<Event>(url + addressOf(endpoint, { params: { id: lessonId } }), token);
  const students = await Promise.all(
    people.map(async (person) => ({
      ...person,
      stream: await watch<FamilyRoomEvent>(person, endpoints.watchRoom),
    })),
  );
  const stream = await watch<TutorRoomEvent>(tutor, endpoints.watchTutorRoom);
  await stream.next((event) => event.kind === 'here' && event.here.length === STUDENTS);
  return {
    apps,
    lessonId,
    itemIds,
    tutor: { ...tutor, stream },
    students,
    async check(askedId) {
      const rows = await db
        .selectFrom('attempts')
        .select('student_id')
        .where('asked_id', '=', askedId)
        .execute();
      const answered = new Set(rows.map(({ student_id }) => student_id));
      if (rows.length !== STUDENTS || answered.size !== STUDENTS)
        throw new Error(`${rows.length} answers of ${answered.size} students are stored`);
    },
    async end() {
      for (const one of [stream, ...students.map((student) => student.stream)]) one.close();
      for (const agent of agents) agent.destroy();
      await database.close();
    },
  };
}

async function signTutorIn(db: Db, token: string): Promise<void> {
  const [adminId, now] = [newId(), Date.now()];
  await db
    .insertInto('admins')
    .values({
      id: adminId,
      email: 'tutor@example.com',
      name: 'Tutor',
      password_hash: 'nobody signs in with this',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      chain: newId(),
      person_id: null,
      admin_id: adminId,
      access_hash: hashOf(token),
      refresh_hash: hashOf(newToken()),
      created_at: now,
      expires_at: now + 24 * 60 * MINUTE_MS,
      ended_at: null,
    })
    .execute();
}

/** Creates a topic with so many questions. */
async function createQuestions(tutor: Person, count: number) {
  const { body: made } = await send(tutor, endpoints.createTopic, {
    body: { name: 'Power', course: 'gcse' },
  });
  const itemIds: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { body } = await send(tutor, endpoints.createItem, {
      params: { id: made.topic.id },
      body: {
        kind: 'question',
        use: 'live',
        question: {
          kind: 'choice',
          text: 'Which is a unit of power, as in $P = \\frac{W}{t}$?',
          explanation: 'One watt is one joule a second: $1\\,\\text{W} = 1\\,\\text{J/s}$.',
          choices: ['watt', 'joule', 'newton', 'volt'].map((text, index) => ({
            text,
            is_right: index === 0,
            feedback: `This is what ${text} measures.`,
          })),
        },
      },
    });
    itemIds.push(body.item.id);
  }
  return { topicId: made.topic.id, itemIds };
}
