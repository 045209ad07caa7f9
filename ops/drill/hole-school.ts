// The server's side of the drill of a hole: the server, nginx in front of it, and the tutor, who
// asks in the first moment of each hole. `hole-school.ts HOME ROUTER ADDRESS`, in the server's
// namespace.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  addressOf,
  type AnswerOf,
  type Endpoint,
  type SentBody,
  type SentParams,
} from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { DAY_MS, MINUTE_MS, ukDate, ukTime } from '../../domain/time.ts';
import { startProxy } from '../../scripts/commands/proxies.ts';
import { root } from '../../scripts/test/steps.ts';
import { hashOf, newId, newToken } from '../../server/base/ids.ts';
import { openDatabase } from '../../server/engine/database.ts';
import { fill } from './fill.ts';
import type { Pupils, Report } from './hole-class.ts';
import { closeHole, openHole } from './roads.ts';

const STUDENTS = 30;
/** How long holes are, and how long after each the last student may wait for the question. */
const HOLES = [
  { seconds: 10, mostSeconds: 3 },
  { seconds: 30, mostSeconds: 4 },
] as const;
const WAYS = ['HTTP/1.1', 'HTTP/2'] as const;
const ROUNDS = 3;
const START_MS = 60_000;
/** How long the class may take to open its streams, or to see a question. */
const PATIENCE_MS = 120_000;
/** Before a hole, so that it finds steady streams, at any moment between two heartbeats. */
const QUIET_MS = 11_000;
const SPREAD_MS = 5000;
const PORTS = { server: 3000, tls: 3443, plain: 3080 } as const;

const [home = '', router = '', address = ''] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'hole-drill-'));
const dataDir = path.join(folder, 'data');
const url = `http://127.0.0.1:${PORTS.server}`;
const tutor = newToken();
const children: ChildProcess[] = [];
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));
process.on('exit', () => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function send<E extends Endpoint>(
  endpoint: E,
  token: string,
  { params, body }: { params?: SentParams<E>; body: SentBody<E> },
): Promise<AnswerOf<E>> {
  const answer = await fetch(url + addressOf(endpoint, { params }), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${endpoint.path}: ${answer.status} ${await answer.text()}`);
  // The server's tests check every answer.
  return (await answer.json()) as AnswerOf<E>;
}

async function fillDatabase(): Promise<string[]> {
  const database = await openDatabase({ databaseUrl: null, dataDir });
  const [adminId, now] = [newId(), Date.now()];
  await database.db
    .insertInto('admins')
    .values({
      id: adminId,
      email: 'tutor@example.com',
      name: 'Tutor',
      password_hash: 'nobody signs in with this',
      created_at: now,
    })
    .execute();
  await database.db
    .insertInto('sessions')
    .values({
      id: newId(),
      chain: newId(),
      person_id: null,
      admin_id: adminId,
      access_hash: hashOf(tutor),
      refresh_hash: hashOf(newToken()),
      created_at: now,
      expires_at: now + DAY_MS,
      ended_at: null,
    })
    .execute();
  const { students } = await fill(database, { families: STUDENTS, lessons: 1 });
  await database.close();
  return students.map(({ token }) => token);
}

async function startServer(): Promise<void> {
  const server = spawn(process.execPath, ['scripts/run/start.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      // All addresses of this namespace, which nobody else reaches.
      HOST: '0.0.0.0',
      PORT: String(PORTS.server),
      DATA_DIR: dataDir,
      RATE_LIMIT_SCALE: 'off',
      LOG_LEVEL: 'silent',
    },
  });
  children.push(server);
  const isWell = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (const deadline = Date.now() + START_MS; !(await isWell()); await sleep(100))
    if (Date.now() > deadline) throw new Error('the server did not start');
}

/** A lesson that is live for more than an hour, its questions, and the class in it. */
async function openLesson(tokens: string[], questions: number) {
  const { topic } = await send(endpoints.createTopic, tutor, {
    body: { name: 'Power', course: 'gcse' },
  });
  const itemIds: string[] = [];
  for (let n = 0; n < questions; n += 1) {
    const { item } = await send(endpoints.createItem, tutor, {
      params: { id: topic.id },
      body: {
        kind: 'question',
        use: 'live',
        question: {
          kind: 'choice',
          text: 'Which is a unit of power?',
          explanation: 'One watt is one joule a second.',
          choices: ['watt', 'joule'].map((text, nth) => ({
            text,
            is_right: nth === 0,
            feedback: `This is what ${text} measures.`,
          })),
        },
      },
    });
    itemIds.push(item.id);
  }
  const startsAt = Date.now() + 10 * MINUTE_MS;
  const { lesson } = await send(endpoints.createLesson, tutor, {
    body: {
      Date: ukDate(startsAt),
      Time: `${ukTime(startsAt)}:00`,
      Lesson_Name: 'Power',
      Meeting_Link: 'https://meet.example.com/power',
      Max_Students: STUDENTS,
      lesson_notes: '',
      Topic_ID: topic.id,
    },
  });
  for (const token of tokens)
    await send(endpoints.bookLesson, token, { body: { Lesson_ID: lesson.id } });
  return { lessonId: lesson.id, itemIds };
}

/** Starts the class, and returns what waits until all of it has been told something. */
async function startClass(pupils: Pupils) {
  const child = spawn(
    'ip',
    ['netns', 'exec', home, process.execPath, path.join(import.meta.dirname, 'hole-class.ts')],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, PUPILS: JSON.stringify(pupils) },
    },
  );
  children.push(child);
  const sightings: Report[] = [];
  child.on('message', (message) => sightings.push(message as Report));
  return {
    /** When each student saw this, in milliseconds; null for nothing within the patience. */
    async all(what: string): Promise<(number | null)[]> {
      const seenBy = () =>
        pupils.tokens.map((_, nth) =>
          sightings.find((one) => one.nth === nth && one.what === what),
        );
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50))
        if (seenBy().every((one) => one !== undefined)) break;
      return seenBy().map((one) => one?.at ?? null);
    },
    async end() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

interface Result {
  readonly way: string;
  readonly seconds: number;
  /** The wait of the last student, in seconds; Infinity if one never saw the question. */
  readonly last: number;
  readonly isOk: boolean;
}

const tokens = await fillDatabase();
await startServer();
const proxy = await startProxy('nginx', {
  folder,
  port: PORTS.tls,
  plainPort: PORTS.plain,
  upstreams: [PORTS.server],
  // All addresses of this namespace, as the server does.
  edit: (sample) => sample.replaceAll('listen 127.0.0.1:', 'listen '),
});
if (proxy === null) throw new Error('nginx is not installed.');
children.push(proxy.child);
const { lessonId, itemIds } = await openLesson(tokens, WAYS.length * HOLES.length * ROUNDS);

/** One hole under a class that has just opened its pages; the wait of each student in seconds. */
async function openOneHole(way: (typeof WAYS)[number], seconds: number): Promise<number[]> {
  const isDirect = way === 'HTTP/1.1';
  const to = isDirect ? `http://${address}:${PORTS.server}` : `https://${address}:${PORTS.tls}`;
  const pupils = await startClass({ url: to, lessonId, tokens });
  if ((await pupils.all('open')).includes(null)) throw new Error('a stream did not open');
  await sleep(QUIET_MS + Math.random() * SPREAD_MS);
  openHole(router);
  const itemId = itemIds.pop() ?? '';
  const { asked } = await send(endpoints.askQuestion, tutor, {
    params: { id: lessonId },
    body: { Item_ID: itemId },
  });
  await sleep(seconds * 1000);
  closeHole(router);
  const overAt = Date.now();
  const arrivals = await pupils.all(itemId);
  await pupils.end();
  await send(endpoints.changeAsked, tutor, {
    params: { id: lessonId, askedId: asked.id },
    body: { state: 'revealed' },
  });
  return arrivals.map((at) => (at === null ? Infinity : (at - overAt) / 1000));
}

const results: Result[] = [];
for (const way of WAYS)
  for (const { seconds, mostSeconds } of HOLES) {
    const waits: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      waits.push(...(await openOneHole(way, seconds)));
    const last = Math.max(...waits);
    const median =
      waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? Infinity;
    results.push({ way, seconds, last, isOk: last <= mostSeconds });
    const [half, all] = [median, last].map((secondsTaken) => `${secondsTaken.toFixed(1)} s`);
    console.log(
      `${way}, hole of ${seconds} s: half of the students see the question after ${half}, all ${STUDENTS} after ${all} (max ${mostSeconds} s)`,
    );
  }
console.log(
  results.map(({ way, seconds, last }) => `${way}, ${seconds} s: ${last.toFixed(1)} s`).join('; '),
);
process.exit(results.every(({ isOk }) => isOk) ? 0 : 1);
