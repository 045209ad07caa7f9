// Emails that were queued before migration 011 go out after it: in their order, as they were written, each once.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';

import { queueReminders } from '../bookings/reminder-store.ts';
import { readEvents, readParagraphs } from '../mail/content.ts';
import { sendDueMails } from '../mail/worker.ts';
import { createTestDatabase, START, startTestApp } from '../testing/app.ts';
import { fakeServer } from '../testing/mail-server.ts';
import type { DatabaseOptions } from './database.ts';
import { migrate } from './migrate.ts';
import { DATABASE_FILE } from './sqlite.ts';

const FIRST_LATER = '011';

/** A database as it was before the migration, and how to write to it. */
async function openBefore({ databaseUrl, dataDir }: DatabaseOptions) {
  const later = readdirSync(new URL('./migrations/', import.meta.url))
    .map((file) => file.split('.')[0] ?? '')
    .filter((name) => name >= FIRST_LATER);
  const connect = async () => {
    if (databaseUrl === null) {
      mkdirSync(dataDir, { recursive: true });
      const file = new SqliteFile(join(dataDir, DATABASE_FILE));
      return { run: async (sql: string) => void file.exec(sql), end: async () => void file.close() };
    }
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    return { run: async (sql: string) => void (await client.query(sql)), end: () => client.end() };
  };
  const { run, end } = await connect();
  await migrate(databaseUrl === null ? 'sqlite' : 'postgres', {
    exec: run,
    appliedNames: async () => later,
    record: (name) => run(`insert into schema_migrations (name, applied_at) values ('${name}', 0)`),
  });
  return { run, end };
}

const NOW = Date.parse(START);
const BOOKING = '019a9000-0000-7000-8000-000000000001';
const LESSON_START = Date.parse('2026-11-19T09:00:00.000Z');
const TEXT = 'Dear "Ann",\n\nsee C:\\notes or https://elsewhere.example';
const ICS = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR';

test('what waits from before is sent after it, and nothing is reminded of twice', async () => {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const before = await openBefore(options);
  await before.run(`
    insert into students (id, parent_name, parent_email, parent_phone, student_name, password_hash, created_at)
      values ('s', 'Ann', 'ann@example.com', '07700900123', 'Bo', '', 0);
    insert into lessons (id, date, time, starts_at, name, meeting_link, max_students, booked, created_at, updated_at)
      values ('l', '2026-11-19', '09:00:00', ${LESSON_START}, 'Waves', 'https://meet.example', 10, 1, 0, 0);
    insert into bookings (id, lesson_id, student_id, created_at) values ('${BOOKING}', 'l', 's', 0);
    insert into mails
      (id, cause, recipient, subject, body_text, body_html, calendar, created_at, due_at, sent_at) values
      ('1', 'booked:${BOOKING}', 'ann@example.com', 'Booked', '${TEXT}', '<p>', '${ICS}', ${NOW - 2000}, ${NOW}, null),
      ('2', 'lesson-changed:${BOOKING}:1', 'ann@example.com', 'Changed', 'x', 'x', null, ${NOW - 2000}, 0, null),
      ('3', 'reminder:${BOOKING}', 'ann@example.com', 'Reminder', null, null, null, ${NOW - 1000}, ${NOW}, ${NOW}),
      ('4', 'welcome:s', 'ann@example.com', 'Welcome', null, null, null, 0, 0, 1);
  `);
  await before.end();

  const api = await startTestApp({ on: options });
  await queueReminders(api.context(null));
  const { taken, mailing } = fakeServer(api);
  await sendDueMails(mailing);
  expect(taken.map(({ subject, thread }) => [subject, thread])).toEqual([
    ['Booked', BOOKING],
    ['Changed', BOOKING],
  ]);
  const [first, second] = taken;
  expect(readEvents(first?.calendar ?? null)).toBe(ICS);
  expect(readParagraphs(first?.body ?? null)).toEqual([[TEXT]]);
  // Calendars keep the highest number they have seen, which was a count of seconds.
  expect(second?.thread_number).toBeGreaterThan(Math.floor((NOW - 2000) / 1000));
  expect(first?.thread_number).toBeLessThan(second?.thread_number ?? 0);
  await api.close();
});
