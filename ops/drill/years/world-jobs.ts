// The jobs of the product's features and emails, and when they run in the moved time.
import { DAY_MS, MINUTE_MS, ukTime } from '../../../domain/time.ts';
import { deleteErasedFiles } from '../../../server/email/erased-files.ts';
import type { EmailTransport } from '../../../server/email/transport.ts';
import { deleteEmailCounts } from '../../../server/email/unconfirmed-limit.ts';
import { sendDueEmails } from '../../../server/email/worker.ts';
import { features, type JobParts } from '../../../server/features.ts';
import { findOutdated } from '../../../server/lessons/reminders/reminders.ts';
import type { Job } from '../../../server/process/repeat.ts';

/** Jobs that repeat at least this often run in each round; the others only when they are due. */
const OFTEN_MS = MINUTE_MS;
/** UK time: the server deletes what has stayed long enough at its first job from then on. */
const DAILY_AT = '03:30';
/** UK times of the rounds in which nothing happens. */
const ROUNDS = new Set(['00:00', DAILY_AT, '08:00', '12:00', '16:00', '20:00']);
/** Jobs that may settle payments run last, so that what was due before comes before. */
const ASKS_PROVIDER = /payment|reservation/;
const EMAIL_EVERY_MS = 5000;
const HALF_HOUR_MS = 30 * MINUTE_MS;

export interface TimedJob extends Job {
  lastAt: number;
}

/** Those of a server that starts now. */
export function jobsOf(parts: JobParts, transport: EmailTransport): TimedJob[] {
  let erasedSince = 0;
  const emailJobs: Job[] = [
    {
      everyMs: EMAIL_EVERY_MS,
      complaint: 'emails were not sent',
      work: () => sendDueEmails({ ...parts, transport, findOutdated }),
    },
    {
      everyMs: EMAIL_EVERY_MS,
      complaint: 'erased emails were not removed',
      async work({ now }) {
        if (await deleteErasedFiles(parts, erasedSince)) erasedSince = now - 10 * MINUTE_MS;
      },
    },
    {
      everyMs: MINUTE_MS,
      complaint: 'counts of emails were not deleted',
      work: () => deleteEmailCounts(parts),
    },
  ];
  return [...features.flatMap((feature) => feature.jobs?.(parts) ?? []), ...emailJobs]
    .toSorted(
      (one, other) =>
        Number(ASKS_PROVIDER.test(one.complaint)) - Number(ASKS_PROVIDER.test(other.complaint)),
    )
    .map((job) => ({ ...job, lastAt: -Infinity }));
}

/** A server starts at any hour; here the jobs of a day run at one that can be predicted. */
export function isDue({ everyMs, lastAt }: TimedJob, now: number): boolean {
  if (everyMs >= DAY_MS) return ukTime(now) === DAILY_AT && lastAt < now;
  return everyMs <= OFTEN_MS || now - lastAt >= everyMs;
}

/** Whether the jobs run at this moment, even if nothing has happened. */
export const isRound = (instant: number) => ROUNDS.has(ukTime(instant));

/** The next moment that may be one of a round. */
export const halfHourAfter = (instant: number) =>
  (Math.floor(instant / HALF_HOUR_MS) + 1) * HALF_HOUR_MS;
