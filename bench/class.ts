// `npm run bench:class`: simulates a lesson with a class of 50. All have a live stream open, as has
// the tutor, who asks questions and reveals their answers. See docs/performance.md. ROUNDS sets how
// many questions are measured.
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

import * as endpoints from '../domain/endpoints.ts';
import { LIVE_HEARTBEAT_MS } from '../domain/event-stream.ts';
import type { AskedQuestion } from '../domain/rooms/room.ts';
import { MINUTE_MS } from '../domain/time.ts';
import { at, sorted } from './calls.ts';
import { type Class, send, startClass, STUDENTS } from './classroom.ts';
import { type Engine, runOnEveryEngine } from './engines.ts';
import { type App, startApps } from './load.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
/** The first questions are not measured: code is slow before V8 has optimised it. */
const WARM_UP = 2;
/** The students answer evenly within this time; 0 is all at once. */
const WITHIN_MS = [1000, 0] as const;
/** What students may wait, and what share of one core a class may take. */
const MUST = { ms: 1000, share: 0.05 };

const processorMs = async (apps: readonly App[]) =>
  (await Promise.all(apps.map((app) => app.usage()))).reduce(
    (ms, { cpuUs }) => ms + cpuUs / 1000,
    0,
  );

/** Milliseconds. */
interface Round {
  /** From the tutor's call to each student's event. */
  readonly shown: readonly number[];
  readonly answers: readonly number[];
  /** From the last answer, as it is sent, to the tutor's event with all of them. */
  readonly complete: number;
  /** From the tutor's call to each student's event. */
  readonly revealed: readonly number[];
  /** The processor time of all processes, for the whole question. */
  readonly processor: number;
}

const countOf = ({ distribution }: AskedQuestion) =>
  distribution.reduce((sum, { count }) => sum + count, 0);

async function askOnce(room: Class, withinMs: number): Promise<Round> {
  const { apps, lessonId, tutor, students } = room;
  const itemId = room.itemIds.shift() ?? '';
  const before = await processorMs(apps);
  const begun = performance.now();
  const showing = students.map(({ stream }) =>
    stream.next((event) => event.kind === 'asked' && event.asked?.Item_ID === itemId),
  );
  const { body } = await send(tutor, endpoints.askQuestion, {
    params: { id: lessonId },
    body: { Item_ID: itemId },
  });
  const { id } = body.asked;
  const appearances = await Promise.all(showing);

  const completing = tutor.stream.next(
    (event) =>
      event.kind === 'asked' && event.asked?.id === id && countOf(event.asked) === STUDENTS,
  );
  let lastAt = 0;
  const answers = await Promise.all(
    students.map(async (student, index) => {
      await sleep((index / STUDENTS) * withinMs);
      lastAt = performance.now();
      const choices = body.asked.distribution;
      return send(student, endpoints.answerAsked, {
        params: { id: lessonId },
        body: { Asked_ID: id, round: 1, answer: [choices[index % choices.length]?.key ?? ''] },
      });
    }),
  );
  const complete = await completing;

  const revealing = performance.now();
  const seeing = students.map(({ stream }) =>
    stream.next((event) => event.kind === 'asked' && (event.asked?.reveal ?? null) !== null),
  );
  await send(tutor, endpoints.changeAsked, {
    params: { id: lessonId, askedId: id },
    body: { state: 'revealed' },
  });
  const arrivals = await Promise.all(seeing);
  const processor = (await processorMs(apps)) - before;
  await room.check(id);
  return {
    shown: appearances.map((one) => one.at - begun),
    answers: answers.map(({ ms }) => ms),
    complete: complete.at - lastAt,
    revealed: arrivals.map((one) => one.at - revealing),
    processor,
  };
}

/** The processor time that the open streams take in a minute without any question. */
async function measureSilence({ apps }: Class): Promise<number> {
  const before = await processorMs(apps);
  await sleep(LIVE_HEARTBEAT_MS);
  return (((await processorMs(apps)) - before) / LIVE_HEARTBEAT_MS) * MINUTE_MS;
}

async function benchEngine(engine: Engine, processes: number): Promise<string[][]> {
  const database = await engine.make('small');
  const apps = await startApps(processes, database);
  const room = await startClass(apps, database, WITHIN_MS.length * (WARM_UP + ROUNDS));
  const rows: string[][] = [];
  const silence = await measureSilence(room);
  for (const withinMs of WITHIN_MS) {
    const rounds: Round[] = [];
    for (let n = 0; n < WARM_UP + ROUNDS; n += 1) {
      const round = await askOnce(room, withinMs);
      if (n >= WARM_UP) rounds.push(round);
    }
    const all = (of: (round: Round) => readonly number[]) => sorted(rounds.flatMap(of));
    const processor = median(rounds.map((round) => round.processor));
    rows.push([
      `${engine.name}, ${processes === 1 ? 'one process' : 'two processes'}, ${withinMs === 0 ? 'all at once' : `within ${withinMs / 1000} s`}`,
      at(
        all(({ shown }) => shown),
        0.95,
      ),
      `${at(
        all(({ answers }) => answers),
        0.5,
      )}, ${at(
        all(({ answers }) => answers),
        0.95,
      )}`,
      at(
        all(({ complete }) => [complete]),
        0.95,
      ),
      at(
        all(({ revealed }) => revealed),
        0.95,
      ),
      `${Math.round(processor)} ms`,
      `${(((silence + processor) / MINUTE_MS) * 100).toFixed(1)} %`,
    ]);
  }
  await room.end();
  for (const app of apps) await app.stop();
  await database.drop();
  return rows;
}

const [loadBefore = 0] = loadavg();
const rows = (await runOnEveryEngine(benchEngine)).flat();

const limit = `≤ ${MUST.ms} ms`;
writeReport(
  'bench:class',
  'A class',
  `${tableOf([
    [
      `${STUDENTS} students answer`,
      'question shown: p95',
      'an answer: p50, p95',
      'last answer to all bars: p95',
      'reveal seen: p95',
      'processor: a question',
      'a question a minute, of a core',
    ],
    ...rows,
    ['must', limit, '', limit, limit, '', `≤ ${MUST.share * 100} %`],
  ])}\n\n${today()}, ${machine}; ${ROUNDS} questions each, after ${WARM_UP} that warm up. The students' streams and the tutor's are real connections, spread over the processes; the load generator runs on the same machine, whose load was ${loadBefore.toFixed(1)} at the start.`,
);
