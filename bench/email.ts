// `npm run bench:email`: sends a queue of 10,000 emails through a real mail server while families
// keep looking at their lessons; see docs/performance.md.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

import { SMTPServer } from 'smtp-server';

import { newId } from '../server/base/ids.ts';
import { bookingConfirmedEmail } from '../server/booking/booking-emails.ts';
import { queueEmail } from '../server/email/queue.ts';
import { transact } from '../server/engine/context.ts';
import { openDatabase } from '../server/engine/database.ts';
import { type Engine, type FilledDatabase, runOnEveryEngine } from './engines.ts';
import { type App, startApps } from './load.ts';
import { machine, tableOf, today, writeReport } from './report.ts';

const EMAILS = Number(process.env['BENCH_EMAILS'] ?? 10_000);
const CHECK_EVERY_MS = 25;
/** How long the site is measured without emails. */
const CALM_MS = 5000;

const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/**
 * A mail server that accepts everything; `names` lists the Message-ID of each email received,
 * duplicates included.
 */
async function startMailbox() {
  const names: string[] = [];
  const server = new SMTPServer({
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      text(stream).then((message) => {
        names.push(/^Message-ID: (\S+)/im.exec(message)?.[1] ?? '');
        done();
      }, done);
    },
  });
  // The app may end during a connection.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  return { url: `smtp://127.0.0.1:${port}`, names, close };
}

/** Queues booking confirmations, each with its calendar entry. */
async function queueEmails({ options, filled }: FilledDatabase): Promise<void> {
  const database = await openDatabase({ ...options, exclusive: false });
  const lesson = {
    id: filled.openLessons[0] ?? '',
    date: filled.week.from,
    time: '09:00:00',
    starts_at: Date.parse(filled.week.from),
    name: 'GCSE Physics: Forces and motion',
    meeting_link: 'https://meet.example.com/forces',
    notes: 'Please bring a ruler.',
  };
  const now = Date.now();
  await transact({ database, now, actor: null }, async (work) => {
    for (let n = 0; n < EMAILS; n += 1) {
      const person = {
        person_id: newId(),
        family_id: newId(),
        email: `family${n}@example.com`,
        email_confirmed_at: now,
        name: 'Priya',
      };
      const to = { ...person, role: 'parent', student_name: 'Maya' } as const;
      const {
        familyId: _f,
        personId: _p,
        ...mail
      } = bookingConfirmedEmail(
        { id: newId(), thread: null, uid: null, join_token: newId() },
        lesson,
        to,
        now,
      );
      await queueEmail(work, mail);
    }
  });
  await database.close();
}

interface WeekRequests {
  /** Response times of the week's list, in milliseconds. */
  readonly times: readonly number[];
  /** The peak memory of each process meanwhile, in bytes. */
  readonly peaks: readonly number[];
}

/** Requests the week again and again until `isOver`. */
async function lookAround(
  apps: App[],
  { filled: { tokens, week } }: FilledDatabase,
  isOver: () => boolean,
): Promise<WeekRequests> {
  const times: number[] = [];
  const peaks = apps.map(() => 0);
  for (let n = 0; !isOver(); n += 1) {
    const app = apps[n % apps.length];
    const token = tokens[n % tokens.length] ?? '';
    const begun = performance.now();
    const answer = await fetch(`${app?.url ?? ''}/api/lessons?from=${week.from}&to=${week.to}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`expected the week, got status ${answer.status}`);
    times.push(performance.now() - begun);
    for (const [index, each] of apps.entries())
      peaks[index] = Math.max(peaks[index] ?? 0, (await each.usage()).rss);
    await sleep(CHECK_EVERY_MS);
  }
  return { times: times.toSorted((one, other) => one - other), peaks };
}

const at = (times: readonly number[], share: number) =>
  (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(1);
const both = ({ times }: WeekRequests) => `${at(times, 0.5)}, ${at(times, 0.99)} ms`;

async function benchEngine(engine: Engine, processes: number): Promise<string[]> {
  const database = await engine.make('usual');
  const mailbox = await startMailbox();
  // The apps start with an empty queue.
  const apps = await startApps(processes, database, { smtpUrl: mailbox.url });
  const until = performance.now() + CALM_MS;
  const calm = await lookAround(apps, database, () => performance.now() > until);
  await queueEmails(database);
  const begun = performance.now();
  const busy = await lookAround(apps, database, () => mailbox.names.length >= EMAILS);
  const seconds = (performance.now() - begun) / 1000;
  // A duplicate would be sent at the next poll of the queue.
  await sleep(6000);
  const different = new Set(mailbox.names).size;
  for (const app of apps) await app.stop();
  await mailbox.close();
  await database.drop();
  if (different !== EMAILS || mailbox.names.length !== EMAILS)
    throw new Error(
      `expected ${EMAILS} emails, got ${mailbox.names.length} (${different} different)`,
    );
  return [
    `${engine.name}, ${processes === 1 ? 'one process' : 'two processes'}`,
    String(Math.round(EMAILS / seconds)),
    both(calm),
    both(busy),
    calm.peaks.map((bytes) => `${megabytes(bytes)} MB`).join(', '),
    busy.peaks.map((bytes) => `${megabytes(bytes)} MB`).join(', '),
  ];
}

const rows = await runOnEveryEngine(benchEngine);

writeReport(
  'bench:email',
  'A storm of emails',
  `${tableOf([[`${EMAILS.toLocaleString('en')} emails`, 'a second', 'the week before: p50, p99', 'the week meanwhile', 'resident before', 'at most meanwhile'], ...rows])}\n\n${today()}, ${machine}. Each email has text, HTML and a calendar entry; the mail server and the load generator run on the same machine.`,
);
