// Families that book and cancel all the time, through two processes, and note what they were told.
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod';

import { addressOf } from '../../domain/endpoint.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { bookLesson, cancelBooking } from '../../domain/lessons/endpoints.ts';
import { newId } from '../../server/base/ids.ts';
import type { RequestedBooking } from './counting.ts';

const BETWEEN_MS = 250;
const RETRY_MS = 200;
/** The server promises an answer within ten seconds. */
const PATIENCE_MS = 15_000;
const ACTIVE = 6;
/** One in this many bookings is sent again under its key, as by a phone that lost the answer. */
const REPEATED = 5;
const AWAY = errorCatalogue.service_unavailable.status;

export interface Student {
  readonly token: string;
  readonly student: string;
}

/** What all of them were told. */
export interface ClientRecord {
  readonly requested: RequestedBooking[];
  /** When each booking was acknowledged, in milliseconds. */
  readonly times: number[];
  /** Answers that are neither success nor 'away', which nobody should get. */
  readonly unexpected: string[];
  requests: number;
  away: number;
  cancelled: number;
  slowestMs: number;
}

export const nothingTold = (): ClientRecord => ({
  requested: [],
  times: [],
  unexpected: [],
  requests: 0,
  away: 0,
  cancelled: 0,
  slowestMs: 0,
});

interface Call {
  method: string;
  path: string;
  body?: object;
}

const bookedSchema = z.object({ booking: z.object({ id: z.string() }) });

export interface BookingRun {
  /** The processes, asked in turns. */
  readonly servers: readonly string[];
  readonly lessons: readonly string[];
  readonly record: ClientRecord;
  /** Nobody begins another booking or cancellation. */
  readonly over: AbortSignal;
  /** There is no server any more, so nobody waits for an answer either. */
  readonly serversGone: AbortSignal;
}

async function attempt(
  server: string,
  { method, path, body }: Call,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(server + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: answer.status, text: await answer.text() };
}

/** Asks under one key until there is an answer; null if there is none that anybody should get. */
async function insist(
  { servers, record, serversGone }: BookingRun,
  { token }: Student,
  call: Call,
  key: string,
): Promise<string | null> {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key };
  while (!serversGone.aborted) {
    const server = servers[record.requests % servers.length] ?? '';
    const began = performance.now();
    record.requests += 1;
    try {
      const { status, text } = await attempt(server, call, headers);
      if (status < 300) return text;
      if (status !== AWAY) {
        record.unexpected.push(`${call.method} ${status} ${text}`);
        return null;
      }
      record.away += 1;
    } catch (error) {
      record.unexpected.push(`${call.method} ${String(error)}`);
    } finally {
      record.slowestMs = Math.max(record.slowestMs, performance.now() - began);
    }
    await sleep(RETRY_MS);
  }
  return null;
}

/** A booking while it is asked for; `counting.ts` reads it later. */
interface Entry {
  readonly student: string;
  readonly lesson: string;
  readonly ids: string[];
  cancellation: RequestedBooking['cancellation'];
}

async function cancel(booking: BookingRun, who: Student, entry: Entry): Promise<void> {
  const [id] = entry.ids;
  if (id === undefined) return;
  entry.cancellation = 'asked';
  const path = addressOf(cancelBooking, { params: { bookingId: id } });
  const text = await insist(booking, who, { method: cancelBooking.method, path }, newId());
  if (text === null) return;
  entry.cancellation = 'acknowledged';
  booking.record.cancelled += 1;
}

/** Books; now and then a second time under the same key, which must return the same booking. */
async function book(booking: BookingRun, who: Student, lesson: string, times: number) {
  const { record } = booking;
  const entry: Entry = { student: who.student, lesson, ids: [], cancellation: 'none' };
  record.requested.push(entry);
  const call = { method: bookLesson.method, path: bookLesson.path, body: { Lesson_ID: lesson } };
  const key = newId();
  for (let time = 0; time < times; time += 1) {
    const text = await insist(booking, who, call, key);
    if (text === null) continue;
    const { id } = bookedSchema.parse(JSON.parse(text)).booking;
    if (entry.ids.includes(id)) continue;
    entry.ids.push(id);
    record.times.push(Date.now());
  }
  return entry;
}

/** Books the lessons in turns and cancels the oldest booking, until it is over. */
export async function bookUntilOver(booking: BookingRun, who: Student): Promise<void> {
  const { lessons, over } = booking;
  const active: Entry[] = [];
  for (let turn = 0; !over.aborted; turn += 1) {
    const lesson = lessons[turn % lessons.length] ?? '';
    active.push(await book(booking, who, lesson, turn % REPEATED === 0 ? 2 : 1));
    await sleep(BETWEEN_MS);
    if (active.length <= ACTIVE) continue;
    const [oldest] = active.splice(0, 1);
    if (oldest !== undefined) await cancel(booking, who, oldest);
  }
}
