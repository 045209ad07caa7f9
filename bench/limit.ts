// What the machine itself allows: only node:http and each engine's driver with prepared statements.
// Serves the week's lessons over HTTP, and makes bookings in a bare loop on request.
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import pg from 'pg';

import { hashOf } from '../server/base/ids.ts';
import { DATABASE_FILE } from '../server/engine/sqlite/sqlite.ts';
import type { Pair } from './fill.ts';
import { recordListStatements } from './statements.ts';

const { DATABASE_URL, DATA_DIR = '', BENCH_TOKEN = '', BENCH_MONDAY = '' } = process.env;
/** The size of the app's own pool. */
const POOL_SIZE = 10;

/**
 * A request by the parent process: how many bookings to make, how many at once, and how many per
 * commit where one process can choose.
 */
export interface Order {
  readonly pairs: readonly Pair[];
  readonly loops: number;
  readonly grouped: number;
}

interface Engine {
  /** The rows that a list of the week takes for the owner of this token. */
  list(tokenHash: string): Promise<unknown[]> | unknown[];
  book(order: Order): Promise<void>;
}

const statements = await recordListStatements(
  { databaseUrl: DATABASE_URL ?? null, dataDir: DATA_DIR },
  { token: BENCH_TOKEN, monday: BENCH_MONDAY },
);

/** The body of an email, as long as a real confirmation. */
const EMAIL = JSON.stringify([['Dear Parent,'], ['x'.repeat(600)]]);

/** The statements of a booking. */
const TAKE = `update lessons set booked = booked + 1
  where id = $1 and deleted_at is null and starts_at > $2 and booked < max_students returning name, date, time`;
const READ = `select people.email, students.id as student from people join students on students.family_id = people.family_id
  where people.family_id = $1`;
const BOOK = `insert into bookings (id, lesson_id, family_id, student_id, created_at) values ($1, $2, $3, $4, $5)`;
const PAY = `update balances set credits = credits - 1, last_entry = coalesce(last_entry, 0) + 1
  where family_id = $1 and credits >= 1 returning credits, last_entry`;
const ENTER = `insert into credit_ledger
    (family_id, seq, previous, kind, amount, balance_before, balance_after, booking_id, created_at)
  values ($1, $2, $3, 'booking', -1, $4, $5, $6, $7)`;
const QUEUE = `insert into emails
    (id, cause, family_id, recipient, subject, body, thread, thread_number, created_at, due_at)
  values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $9)`;

/** The statements of a booking as one function, for engines that support them. */
const FUNCTION = `create or replace function bench_book(
    p_family text, p_lesson text, p_id text, p_mail text, p_body text, p_now bigint
  ) returns void language plpgsql as $body$
  declare v_lesson record; v_who record; v_balance record;
  begin
    update lessons set booked = booked + 1
      where id = p_lesson and deleted_at is null and starts_at > p_now and booked < max_students
      returning name, date, time into strict v_lesson;
    select people.email, students.id as student into strict v_who
      from people join students on students.family_id = people.family_id where people.family_id = p_family;
    insert into bookings (id, lesson_id, family_id, student_id, created_at)
      values (p_id, p_lesson, p_family, v_who.student, p_now);
    update balances set credits = credits - 1, last_entry = coalesce(last_entry, 0) + 1
      where family_id = p_family and credits >= 1 returning credits, last_entry into strict v_balance;
    insert into credit_ledger
        (family_id, seq, previous, kind, amount, balance_before, balance_after, booking_id, created_at)
      values (p_family, v_balance.last_entry, nullif(v_balance.last_entry - 1, 0), 'booking', -1,
        v_balance.credits + 1, v_balance.credits, p_id, p_now);
    insert into emails (id, cause, family_id, recipient, subject, body, thread, thread_number, created_at, due_at)
      values (p_mail, 'bench:' || p_id, p_family, v_who.email, v_lesson.name, p_body, p_id, 0, p_now, p_now);
  end $body$`;

function openFile(): Engine {
  const file = new SqliteFile(join(DATA_DIR, DATABASE_FILE));
  file.pragma('journal_mode = wal');
  file.pragma('synchronous = full');
  file.pragma('foreign_keys = on');
  const session = file.prepare<unknown[], { family_id: string }>(statements.session);
  const ofFamily = statements.ofFamily.map(({ sql, valuesFor }) => ({
    query: file.prepare(sql),
    valuesFor,
  }));
  // The plus prevents SQLite from planning the join again for each run, as in the app.
  const prepare = <Row>(text: string) =>
    file.prepare<unknown[], Row>(text.replaceAll(/\$\d+/g, '+?'));
  const take = prepare<{ name: string }>(TAKE);
  const read = prepare<{ email: string; student: string }>(READ);
  const book = prepare(BOOK);
  const pay = prepare<{ credits: number; last_entry: number }>(PAY);
  const enter = prepare(ENTER);
  const queue = prepare(QUEUE);

  function bookOne({ family, lesson }: Pair): void {
    const now = Date.now();
    const id = randomUUIDv7();
    const [taken, who] = [take.get(lesson, now), read.get(family)];
    book.run(id, lesson, family, who?.student, now);
    const balance = pay.get(family);
    if (taken === undefined || who === undefined || balance === undefined)
      throw new Error('no booking was possible');
    const { credits, last_entry: entry } = balance;
    enter.run(family, entry, entry === 1 ? null : entry - 1, credits + 1, credits, id, now);
    queue.run(randomUUIDv7(), `bench:${id}`, family, who.email, taken.name, EMAIL, id, now, now);
  }
  const bookTogether = file.transaction((pairs: Pair[]) => pairs.forEach(bookOne));

  return {
    list(tokenHash) {
      const family = session.get(tokenHash, Date.now())?.family_id ?? '';
      return ofFamily.flatMap(({ query, valuesFor }) => query.all(...valuesFor(family)));
    },
    async book({ pairs, grouped }) {
      for (let start = 0; start < pairs.length; start += grouped)
        bookTogether.immediate(pairs.slice(start, start + grouped));
    },
  };
}

async function connect(connectionString: string): Promise<Engine> {
  const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
  await pool.query(FUNCTION);
  const findFamily = async (tokenHash: string) => {
    const query = { name: 'session', text: statements.session, values: [tokenHash, Date.now()] };
    return (await pool.query<{ family_id: string }>(query)).rows[0]?.family_id ?? '';
  };
  return {
    async list(tokenHash) {
      const family = await findFamily(tokenHash);
      const results = await Promise.all(
        statements.ofFamily.map(({ sql, valuesFor }, n) =>
          pool.query<Record<string, unknown>>({
            name: `list ${n}`,
            text: sql,
            values: valuesFor(family),
          }),
        ),
      );
      return results.flatMap(({ rows }) => rows);
    },
    async book({ pairs, loops }) {
      const left = pairs.values();
      await Promise.all(
        Array.from({ length: loops }, async () => {
          for (const { family, lesson, token } of left) {
            await findFamily(hashOf(token));
            const values = [family, lesson, randomUUIDv7(), randomUUIDv7(), EMAIL, Date.now()];
            await pool.query({
              name: 'book',
              text: 'select bench_book($1, $2, $3, $4, $5, $6)',
              values,
            });
          }
        }),
      );
    },
  };
}

const engine = DATABASE_URL === undefined ? openFile() : await connect(DATABASE_URL);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const lessons = await engine.list(hashOf(token));
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ success: true, lessons }));
}

async function bookAll(order: Order): Promise<void> {
  const begun = performance.now();
  await engine.book(order);
  process.send?.({ ms: performance.now() - begun });
}

// A failure here ends the process, and with it the benchmark.
const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

process.on('message', (order: Order) => void bookAll(order));
process.once('disconnect', () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
