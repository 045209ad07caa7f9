// `npm run bench:size`: what a family, a booking and an email take on PostgreSQL: bytes on the disk
// and in the log, and transactions. Updates docs/performance.md; docs/scaling.md computes with it.
import pg from 'pg';

import { DAY_MS } from '../domain/time.ts';
import { newId } from '../server/base/ids.ts';
import { sendDueEmails } from '../server/email/worker.ts';
import { type Database, openDatabase } from '../server/engine/database.ts';
import { bookLesson } from '../server/lessons/bookings/book.ts';
import { queueReminders } from '../server/lessons/reminders/reminders.ts';
import { listFamilies } from '../server/tutor/families/tutor-records.ts';
import { makeEmptyDatabase, run, startDurablePostgres } from './engines.ts';
import { FAMILIES, fill, type FilledIds, pairsOf } from './fill.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';

const BOOKINGS = 4000;
const AT_ONCE = 16;
/** After all lessons. */
const LATER_MS = 600 * DAY_MS;
/** Rows of these are deleted within a day. */
const PASSING = ['idempotency_keys', 'rate_limits'];

interface Measurement {
  /** Bytes of each table with its indexes. */
  readonly tables: ReadonlyMap<string, number>;
  readonly log: number;
  readonly transactions: number;
}

interface Step<T> {
  readonly before: Measurement;
  readonly value: T;
  readonly after: Measurement;
}

async function look(address: string): Promise<Measurement> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    const tables = await client.query<{ name: string; bytes: string }>(
      'select relname as name, pg_total_relation_size(relid) as bytes from pg_stat_user_tables',
    );
    const others = await client.query<{ log: string; transactions: string }>(
      `select (pg_current_wal_lsn() - '0/0') as log, xact_commit as transactions
       from pg_stat_database where datname = current_database()`,
    );
    return {
      tables: new Map(tables.rows.map(({ name, bytes }) => [name, Number(bytes)])),
      log: Number(others.rows[0]?.log),
      transactions: Number(others.rows[0]?.transactions),
    };
  } finally {
    await client.end();
  }
}

/** Books a lesson for one family after the other, each with a key of its own. */
async function book(database: Database, filled: FilledIds): Promise<void> {
  const pairs = pairsOf(filled);
  let left = BOOKINGS;
  const bookOn = async () => {
    while (left > 0) {
      left -= 1;
      const { family, lesson } = pairs.next().value;
      const actor = { familyId: family, student: null };
      const wanted = { lessonId: lesson, studentId: family };
      await bookLesson({ database, now: Date.now(), actor }, wanted, {
        key: newId(),
        scope: `POST /api/bookings ${family}`,
        content: wanted,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, bookOn));
}

/** Queues the reminder of every booking, day by day. */
async function remind(database: Database): Promise<void> {
  const days = await database.db
    .selectFrom('lessons')
    .select('starts_at')
    .distinct()
    .where('booked', '>', 0)
    .orderBy('starts_at')
    .execute();
  for (const { starts_at } of days)
    await queueReminders({ database, now: starts_at - DAY_MS + 1, actor: null });
}

/** Sends all emails to nobody. */
const send = (database: Database) =>
  sendDueEmails({
    database,
    clock: () => Date.now() + LATER_MS,
    // Past the lessons, each reminder would be late.
    findOutdated: async () => null,
    transport: { send: async () => undefined, close: () => undefined },
    log: console,
  });

const EMAILS = 2 * BOOKINGS;
/** What the database is filled with, besides families. */
const PAST = { bookings: 10_000, payments: 2000 } as const;

const perRow = (bytes: number, count: number) => `${(bytes / count / 1000).toFixed(1)} KB`;

/** How much these tables have grown; all but the passing ones without names. */
function growth({ before, after }: Step<unknown>, ...names: string[]): number {
  const counted = names.length > 0 ? names : [...after.tables.keys()];
  return counted
    .filter((name) => !PASSING.includes(name))
    .reduce((sum, name) => sum + (after.tables.get(name) ?? 0) - (before.tables.get(name) ?? 0), 0);
}

const logAndTransactions = ({ before, after }: Step<unknown>, count: number) => [
  perRow(after.log - before.log, count),
  ((after.transactions - before.transactions) / count).toFixed(1),
];

/** The tutor's table of all families, as it is sent. */
async function readFamilies(databaseUrl: string): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const times: number[] = [];
  let length = 0;
  for (let n = 0; n < 9; n += 1) {
    const began = performance.now();
    ({ length } = JSON.stringify(await listFamilies(database.db, Date.now())));
    times.push(performance.now() - began);
  }
  await database.close();
  return `The tutor's table of ${FAMILIES.toLocaleString('en-GB')} families is ${(length / 1e6).toFixed(1)} MB and takes ${median(times).toFixed(0)} ms`;
}

async function measure(databaseUrl: string): Promise<string[][]> {
  const measureDuring = async <T>(work: (database: Database) => Promise<T>): Promise<Step<T>> => {
    const before = await look(databaseUrl);
    const database = await openDatabase({ databaseUrl, dataDir: '' });
    const value = await work(database);
    // The server counts transactions once their connections are closed.
    await database.close();
    return { before, value, after: await look(databaseUrl) };
  };
  const filled = await measureDuring((database) => fill(database, PAST.bookings, Date.now()));
  const booked = await measureDuring((database) => book(database, filled.value));
  const reminded = await measureDuring(remind);
  const sent = await measureDuring(send);
  await run(databaseUrl, 'vacuum full emails');
  const packed = await look(databaseUrl);
  const families = growth(filled, 'families', 'students', 'people', 'balances', 'sessions');
  const payments = growth(filled, 'payments');
  const entries = growth(filled, 'credit_ledger');
  return [
    ['a family: a parent, a student, a session', perRow(families, FAMILIES), '', ''],
    [
      'a payment and its entry in the ledger',
      `${((payments / PAST.payments + entries / (PAST.payments + FAMILIES)) / 1000).toFixed(1)} KB`,
      '',
      '',
    ],
    [
      'a booking, its entry and its queued email',
      perRow(growth(booked) - growth(booked, 'emails'), BOOKINGS),
      ...logAndTransactions(booked, BOOKINGS),
    ],
    [
      "a reminder's link and its queued email",
      perRow(growth(reminded) - growth(reminded, 'emails'), BOOKINGS),
      ...logAndTransactions(reminded, BOOKINGS),
    ],
    ['an email that waits', perRow(growth(booked, 'emails'), BOOKINGS), '', ''],
    [
      'an email that was sent',
      perRow(packed.tables.get('emails') ?? 0, EMAILS),
      ...logAndTransactions(sent, EMAILS),
    ],
  ];
}

const postgres = await startDurablePostgres();
try {
  const address = await makeEmptyDatabase(postgres, 'size');
  const rows = await measure(address);
  const head = [today(), 'on the disk', 'in the log', 'transactions'];
  writeReport(
    'bench:size',
    'What it stores',
    `${tableOf([head, ...rows])}\n\nOn PostgreSQL with its default settings, indexes included: ${FAMILIES.toLocaleString('en-GB')} families, ${BOOKINGS.toLocaleString('en-GB')} bookings through the product's own code, each with a confirmation and a reminder. Waiting emails are counted apart; those sent, after \`vacuum full\`. The log has whole pages after a checkpoint, and single reads count as transactions. ${await readFamilies(address)} (median of 9). ${machine}.`,
  );
} finally {
  await postgres.stop();
}
