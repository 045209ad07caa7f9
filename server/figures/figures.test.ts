// The tutor's figures, compared with what was done.
import fc from 'fast-check';
import { expect } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { Figures, FiguresMonth } from '../../domain/figures/figures.ts';
import { NO_MONTH } from '../../domain/testing/figures.ts';
import type { Dates } from '../../domain/window.ts';
import { readBooks } from '../payments/books/books.ts';
import { eraseFamily } from '../testing/accounts/leaving.ts';
import type { TestApp } from '../testing/app.ts';
import { makeAdmin, makeFamily, makeLesson, provenParent } from '../testing/factories.ts';
import { changeEnquiry, enquire } from '../testing/lessons/free-lessons.ts';
import { reportDispute } from '../testing/payments/report-dispute.ts';
import { buyCredits, reportRefunded } from '../testing/payments/without-provider.ts';
import { perform } from '../testing/random/act.ts';
import { acts, SLOTS } from '../testing/random/random-acts.ts';
import { makeScene } from '../testing/random/random-scene.ts';
import { sharedTest, test } from '../testing/test.ts';

const readFigures = async (api: TestApp, query: { from?: string; to?: string }): Promise<Figures> =>
  (await (await makeAdmin(api)).call(endpoints.getFigures, { query })).body.figures;

const NO_LESSONS = { lessons: 0, spots: 0, booked: 0, attended: 0, absent: 0 };
/** A month with nothing but this. */
const monthOf = (month: string, happened: Partial<FiguresMonth> = {}): FiguresMonth => ({
  month,
  ...NO_MONTH,
  ...happened,
});

sharedTest('refuses dates out of order, malformed, over 800 days apart', async ({ api, tutor }) => {
  const refused = async (query: { from: string; to: string }) =>
    (await tutor.either(endpoints.getFigures, { query })).status;
  expect(await refused({ from: '2026-11-02', to: '2026-11-01' })).toBe(400);
  expect(await refused({ from: '2026-02-30', to: '2026-11-01' })).toBe(400);
  expect(await refused({ from: '2024-01-01', to: '2026-03-12' })).toBe(400);
  expect((await readFigures(api, { from: '2024-01-01', to: '2026-03-11' })).months).toHaveLength(
    27,
  );
});

sharedTest('covers 90 days and today without dates, or up to 800 from one', async ({ api }) => {
  api.clock.set('2026-11-18T12:00:00.000Z');
  const { weeks, months } = await readFigures(api, {});
  expect([weeks[0]?.monday, weeks.at(-1)?.monday]).toEqual(['2026-08-17', '2026-11-16']);
  expect(months.map(({ month }) => month)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11']);
  expect((await readFigures(api, { from: '2020-01-01' })).months.at(-1)?.month).toBe('2022-03');
  expect((await readFigures(api, { to: '2026-01-10' })).months[0]?.month).toBe('2025-10');
  expect((await readFigures(api, { from: '2027-01-10' })).weeks).toHaveLength(1);
  for (const date of ['0001-01-01', '9999-12-31']) {
    const { weeks: one, months: other } = await readFigures(api, { from: date, to: date });
    expect([one.length, other]).toMatchObject([1, [{ month: date.slice(0, 7), paid: 0 }]]);
  }
});

test('counts lessons by week and time, with empty weeks', async ({ api }) => {
  api.clock.set('2026-10-20T12:00:00.000Z');
  // On both sides of the end of summer time.
  const before = { Date: '2026-10-24', Time: '10:00:00', Max_Students: 2 };
  const lessons = [
    await makeLesson(api, before),
    await makeLesson(api, { ...before, Date: '2026-10-25' }),
    await makeLesson(api, { ...before, Date: '2026-11-07', Max_Students: 4 }),
    await makeLesson(api, { ...before, Date: '2026-11-14' }),
  ];
  const family = await makeFamily(api, 9);
  const bookings: string[] = [];
  for (const { id } of lessons) bookings.push(await family.book(id));
  api.clock.set('2026-11-10T12:00:00.000Z');
  const mark = { params: { bookingId: bookings[0] ?? '' }, body: { absent: true } };
  const tutor = await makeAdmin(api);
  await tutor.call(endpoints.markAttendance, mark);
  const figures = await readFigures(api, { from: '2026-10-19', to: '2026-11-15' });
  const one = { lessons: 1, spots: 4, booked: 1, absent: 0 };
  expect(figures.weeks).toEqual([
    { monday: '2026-10-19', lessons: 2, spots: 4, booked: 2, attended: 1, absent: 1 },
    { monday: '2026-10-26', ...NO_LESSONS },
    { monday: '2026-11-02', ...one, attended: 1 },
    { monday: '2026-11-09', ...one, spots: 2, attended: 0 },
  ]);
  const saturdays = { weekday: 6, time: '10:00:00', lessons: 3, spots: 8, booked: 3 };
  const sundays = { weekday: 7, time: '10:00:00', lessons: 1, spots: 2, booked: 1 };
  expect(figures.times).toEqual([saturdays, sundays]);

  // A lesson that is deleted after its start still counts with those who attended it.
  for (const lesson of [lessons[0], lessons[3]])
    await tutor.call(endpoints.deleteLesson, { params: { id: lesson?.id ?? '' } });
  const after = await readFigures(api, { from: '2026-10-19', to: '2026-11-15' });
  expect(after.weeks.slice(0, 3)).toEqual(figures.weeks.slice(0, 3));
  expect(after.weeks[3]).toEqual({ monday: '2026-11-09', ...NO_LESSONS });
  // Only what lies between the dates counts.
  const part = await readFigures(api, { from: '2026-10-25', to: '2026-10-25' });
  expect(part.weeks).toEqual([
    { monday: '2026-10-19', lessons: 1, spots: 2, booked: 1, attended: 1, absent: 0 },
  ]);
});

test('counts money, families and enquiries in their UK month', async ({ api }) => {
  // The last minute of October and the first of November in the UK, after the clock change; then
  // the first minute of April, which is still March in UTC.
  api.clock.set('2026-10-31T23:59:00.000Z');
  const family = await makeFamily(api);
  const paymentId = await buyCredits(api, family.context().actor, { credits: 2, amount: 6000 });
  const { id } = await enquire(api);
  api.clock.advance({ minutes: 1 });
  const leaving = await makeFamily(api);
  const other = await buyCredits(api, family.context().actor);
  await enquire(api);
  const tutor = await makeAdmin(api);
  await changeEnquiry(tutor, id, { status: 'contacted' });
  await reportRefunded(api.context(null), paymentId, 4000);
  api.clock.set('2027-03-31T23:00:00.000Z');
  await reportRefunded(api.context(null), paymentId, 5000);
  await reportDispute(api.context(null), { id: 'du_1', amount: 3000, status: 'lost' }, other);
  await eraseFamily(leaving.context(), provenParent(leaving));
  const { months } = await readFigures(api, { from: '2026-10-01', to: '2027-04-30' });
  // The provider's balance has not been read.
  const opening = { joined: 1, enquiries: 1, enquiries_due: 1, fees: null, net: null };
  expect(months).toEqual([
    monthOf('2026-10', { ...opening, paid: 6000, kept: 6000, answered_in_time: 1 }),
    monthOf('2026-11', { ...opening, paid: 3000, returned: 4000, kept: -1000 }),
    ...['2026-12', '2027-01', '2027-02', '2027-03'].map((month) => monthOf(month)),
    monthOf('2027-04', { returned: 4000, kept: -4000, fees: null, net: null, left: 1 }),
  ]);
});

test('counts an enquiry as due once it is answered or late', async ({ api }) => {
  api.clock.set('2026-11-10T12:00:00.000Z');
  const [{ id }] = [await enquire(api), await enquire(api)];
  const november = async () => {
    const { months } = await readFigures(api, { from: '2026-11-01', to: '2026-11-30' });
    return months.map((month) => [month.enquiries, month.enquiries_due, month.answered_in_time]);
  };
  expect(await november()).toEqual([[2, 0, 0]]);
  await changeEnquiry(await makeAdmin(api), id, { status: 'contacted' });
  expect(await november()).toEqual([[2, 1, 1]]);
  // An answer at the deadline itself would be in time.
  api.clock.advance({ hours: DEFAULT_BUSINESS.response_hours });
  expect(await november()).toEqual([[2, 1, 1]]);
  api.clock.advance({ ms: 1 });
  expect(await november()).toEqual([[2, 2, 1]]);
});

const RUNS = Number(process.env['RANDOM_RUNS'] ?? 5);
const batches = fc.array(fc.array(acts, { minLength: 2, maxLength: 5 }), {
  minLength: 8,
  maxLength: 14,
});

test.override('settings', { now: '2026-11-21T07:00:00.000Z' });
test(
  'equals bookings, ledger and payments after a random history',
  { timeout: 120_000 },
  async ({ api, tutor }) => {
    const start = api.clock.now;
    await fc.assert(
      fc.asyncProperty(batches, async (history) => {
        api.clock.now = start;
        const scene = await makeScene(api, tutor);
        for (const chosen of history) {
          await Promise.all(chosen.map((each) => perform(scene, each)));
          api.clock.advance({ minutes: 45 });
        }
        const window = { from: SLOTS[0].Date, to: '2026-12-31' };
        const figures = await readFigures(api, window);
        await expectSums(api, figures);
        await expectSameBooks(api, figures, window);
      }),
      { numRuns: RUNS, seed: 20_261_121, endOnFailure: true },
    );
  },
);

const sum = <Row>(all: readonly Row[], of: (row: Row) => number) =>
  all.reduce((total, row) => total + of(row), 0);

/** The books of these dates add up to the months, and so do their quarters and their lines. */
async function expectSameBooks(api: TestApp, { months }: Figures, window: Dates): Promise<void> {
  const { lines, quarters, totals } = await readBooks(api.database.db, window, api.clock.now);
  const kept = sum(months, (month) => month.kept);
  expect(totals.gross).toBe(kept);
  expect(sum(quarters, ({ own }) => own.gross)).toBe(kept);
  expect(sum(lines, ({ gross }) => gross)).toBe(kept);
  const isPaid = ({ what }: { what: string }) => what === 'payment';
  const paid = sum(lines.filter(isPaid), ({ gross }) => gross);
  expect(paid).toBe(sum(months, (month) => month.paid));
}

/** Compares the sums with the rows; the window covers everything. */
async function expectSums({ database: { db }, clock }: TestApp, { weeks, times, months }: Figures) {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'lesson_id')
    .select(['absent_at', 'starts_at', 'date'])
    .where('cancelled_at', 'is', null)
    .execute();
  expect(sum(weeks, ({ booked }) => booked)).toBe(rows.length);
  expect(sum(times, ({ booked }) => booked)).toBe(rows.length);
  const absent = rows.filter(({ absent_at }) => absent_at !== null);
  expect(sum(weeks, (week) => week.absent)).toBe(absent.length);
  const present = rows.filter(
    ({ absent_at, starts_at }) => absent_at === null && starts_at <= clock.now - 60 * 60_000,
  );
  expect(sum(weeks, ({ attended }) => attended)).toBe(present.length);
  const grants = await db
    .selectFrom('credit_ledger')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select((eb) => [
      'payments.id as id',
      'payments.amount as pence',
      eb
        .selectFrom('refunds')
        .select((own) => own.fn.coalesce(own.fn.sum<number>('amount'), own.lit(0)).as('sum'))
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('state', '=', 'done')
        .as('refunded'),
    ])
    .where('kind', '=', 'purchase')
    .execute();
  expect(sum(months, ({ paid }) => paid)).toBe(sum(grants, ({ pence }) => pence));
  const withdrawn = db.selectFrom('disputes').selectAll().where('returned_at', 'is', null);
  const granted = new Set(grants.map(({ id }) => id));
  const ofGranted = (await withdrawn.execute()).filter(({ payment_id }) => granted.has(payment_id));
  const returned =
    sum(grants, ({ refunded }) => refunded ?? 0) + sum(ofGranted, (one) => one.amount);
  expect(sum(months, (month) => month.returned)).toBe(returned);
  expect(sum(months, ({ kept }) => kept)).toBe(sum(months, (m) => m.paid) - returned);
  const families = await db.selectFrom('families').selectAll().execute();
  expect(sum(months, ({ joined }) => joined)).toBe(families.length);
  const gone = families.filter(({ deleted_at }) => deleted_at !== null);
  expect(sum(months, ({ left }) => left)).toBe(gone.length);
}
