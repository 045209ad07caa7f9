// Breaks lines of the product one by one, to show that the simulated business notices faults that
// only time reveals: `node scripts/run/run.mjs ops/drill/years/mutations.ts [numbers]`. Each runs
// in a copy of the repository, with several seeds and in a period in which it could show.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

interface Mutation {
  readonly file: string;
  readonly search: string;
  readonly replacement: string;
  readonly meaning: string;
  readonly period: keyof typeof PERIODS;
}

const PERIODS = {
  autumn: ['--from', '2026-10-10', '--days', '40', '--seeds', '4'],
  newYear: ['--from', '2026-12-05', '--days', '40', '--seeds', '2'],
  spring: ['--from', '2027-03-10', '--days', '30', '--seeds', '2'],
  summer: ['--from', '2026-06-25', '--days', '80', '--seeds', '2'],
  long: ['--from', '2026-09-01', '--days', '500', '--seeds', '3'],
} as const;

const MUTATIONS: readonly Mutation[] = [
  {
    file: 'domain/school-year.ts',
    search: 'monthOf(date) < 9 ?',
    replacement: 'monthOf(date) <= 9 ?',
    meaning: 'a school year begins in October',
    period: 'summer',
  },
  {
    file: 'domain/year-class.ts',
    search: "['07', '08'].includes",
    replacement: "['08'].includes",
    meaning: 'a year said in July is for the school year that ends',
    period: 'summer',
  },
  {
    file: 'domain/payments/invoice.ts',
    search: 'ukDate(issuedAt)',
    replacement: 'ukDate(issuedAt - 86_400_000)',
    meaning: 'invoices of New Year count in the old year',
    period: 'newYear',
  },
  {
    file: 'domain/payments/refund.ts',
    search: 'RETURN_DAYS = 14',
    replacement: 'RETURN_DAYS = 13',
    meaning: 'credits can be returned for a day less',
    period: 'autumn',
  },
  {
    file: 'server/lessons/reminders/reminders.ts',
    search: "eb('starts_at', '-', hours * HOUR_MS)",
    replacement: "eb('starts_at', '-', (hours - 1) * HOUR_MS)",
    meaning: 'a family that books within the last day still gets the reminder of the day before',
    period: 'autumn',
  },
  {
    file: 'domain/rooms/practice.ts',
    search: '[1, 3, 7, 14, 28]',
    replacement: '[2, 3, 7, 14, 28]',
    meaning: 'a question waits a day longer in the first box',
    period: 'autumn',
  },
  {
    file: 'domain/people/family.ts',
    search: 'INVITATION_DAYS = 7',
    replacement: 'INVITATION_DAYS = 8',
    meaning: 'an invitation is good for a day more',
    period: 'autumn',
  },
  {
    file: 'domain/enquiries/free-lesson.ts',
    search: 'ENQUIRY_INVITATION_DAYS = 14',
    replacement: 'ENQUIRY_INVITATION_DAYS = 30',
    meaning: 'the link to a free lesson is good for a month',
    period: 'long',
  },
  {
    file: 'domain/lessons/excuse.ts',
    search: 'EXCUSE_UNDO_MINUTES = 10',
    replacement: 'EXCUSE_UNDO_MINUTES = 12',
    meaning: 'an excuse can be taken back for two minutes more',
    period: 'autumn',
  },
  {
    file: 'domain/lessons/tutor-booking.ts',
    search: 'TUTOR_BOOKS_DAYS = 7',
    replacement: 'TUTOR_BOOKS_DAYS = 8',
    meaning: 'the tutor adds students to a lesson for a day more',
    period: 'autumn',
  },
  {
    file: 'domain/auth/passwords.ts',
    search: 'CONFIRMATION_LINK_DAYS = 7',
    replacement: 'CONFIRMATION_LINK_DAYS = 30',
    meaning: 'the link of the welcome email is good for a month',
    period: 'autumn',
  },
  {
    file: 'domain/limits.ts',
    search: 'booking: { calls: 60, minutes: 60 }',
    replacement: 'booking: { calls: 10, minutes: 60 * 24 * 60 }',
    meaning: 'a limit on bookings that does not forget',
    period: 'autumn',
  },
  {
    file: 'server/base/windows.ts',
    search: 'from(`${date}T${time}`).toZonedDateTime(UK).epochMilliseconds',
    replacement:
      'from(`${date}T00:00`).toZonedDateTime(UK).epochMilliseconds + Date.parse(`1970-01-01T${time}Z`)',
    meaning: 'on the day of a clock change, lessons and their reminders are an hour off',
    period: 'spring',
  },
  {
    file: 'domain/tutor/retention.ts',
    search: 'const [year = 0, month = 0, day = 0] = ukDate(now)',
    replacement: 'const [year = 0, month = 0, day = 0] = ukDate(now + 86_400_000)',
    meaning: 'enquiries are deleted a day early',
    period: 'long',
  },
  {
    file: 'server/schema/beyond-constraints.ts',
    search: 'where invoice_years.last < excluded.last',
    replacement: 'where invoice_years.last > excluded.last',
    meaning: 'a restore forgets the invoice numbers since the copy',
    period: 'autumn',
  },
];

const root = path.resolve(import.meta.dirname, '../../..');
const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'years-'));
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'data']);
fs.cpSync(root, copy, {
  recursive: true,
  filter: (source) => source === root || !LEFT_OUT.has(path.relative(root, source)),
});
fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));

/** What the run prints as differences. */
function play(period: keyof typeof PERIODS): string[] {
  const size = ['--families', '10', '--lessons', '4', '--patience', '0'];
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['ops/drill/drill.ts', 'years', ...PERIODS[period], ...size],
    { cwd: copy, encoding: 'utf8' },
  );
  if (status === 0) return [];
  return stdout.match(/^A difference on .*$/gm) ?? [`failed: ${stderr.slice(-500)}`];
}

const chosen = process.argv.slice(2).map(Number);
const isChosen = (index: number) => chosen.length === 0 || chosen.includes(index + 1);
let detected = 0;
try {
  // A difference that is there anyway is no find.
  const periods = MUTATIONS.filter((_, index) => isChosen(index)).map(({ period }) => period);
  const unbroken = new Map([...new Set(periods)].map((period) => [period, play(period)]));
  for (const [index, mutation] of MUTATIONS.entries()) {
    if (!isChosen(index)) continue;
    const file = path.join(copy, mutation.file);
    const original = fs.readFileSync(file, 'utf8');
    if (!original.includes(mutation.search)) throw new Error(`not there: ${mutation.search}`);
    fs.writeFileSync(file, original.replace(mutation.search, mutation.replacement));
    const baseline = unbroken.get(mutation.period);
    const difference = play(mutation.period).find((one) => baseline?.includes(one) === false);
    fs.writeFileSync(file, original);
    if (difference !== undefined) detected += 1;
    console.log(`${index + 1}. ${mutation.meaning}: ${difference ?? 'NOT FOUND'}`);
  }
} finally {
  fs.rmSync(copy, { recursive: true });
}
console.log(`${detected} found`);
