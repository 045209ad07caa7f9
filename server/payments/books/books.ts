// The tutor's books: the lines of an accounting year, its quarters, and the months of the list of
// payments.
import { Readable } from 'node:stream';

import { sql } from 'kysely';

import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '../../../domain/csv.ts';
import {
  accountingYear,
  booksOf,
  BOOKS_DAYS,
  type QuarterKind,
  bookSumOf,
} from '../../../domain/payments/books.ts';
import type { MonthOfMoney } from '../../../domain/payments/tutor-payment.ts';
import { toIso, ukDate } from '../../../domain/time.ts';
import { type Dates, type DateWindow, monthsOf } from '../../../domain/window.ts';
import { datesOf, instantsOf } from '../../base/windows.ts';
import type { Db } from '../../engine/database.ts';
import { readSettings } from '../../settings/settings.ts';
import { GRANTED } from '../locked-payment.ts';
import { type FullBookLine, readLines } from './lines.ts';

/** Families for one statement. */
const BATCH = 500;

type Query = DateWindow & { readonly quarters?: QuarterKind | undefined };

/** The dates that are asked for; without any the accounting year of today. */
async function readChoice(db: Db, query: Query, now: number) {
  const kind = query.quarters ?? (await readSettings(db)).accounting_quarters;
  const days = BOOKS_DAYS - 1;
  const dates =
    query.from === undefined && query.to === undefined
      ? accountingYear(ukDate(now), kind)
      : datesOf(query, now, { back: days, max: days });
  return { kind, dates };
}

export async function readBooks(db: Db, query: Query, now: number) {
  const { kind, dates } = await readChoice(db, query, now);
  const { from } = accountingYear(dates.from, kind);
  const all = await readLines(db, instantsOf({ from, to: dates.to }));
  const changes = all.filter(({ date }) => date >= dates.from).map(({ changed_at }) => changed_at);
  const { lines, ...books } = booksOf(all, dates, kind);
  return {
    ...books,
    lines: lines.map(({ date, what, invoice, gross, fee, net, differs }) => ({
      date,
      what,
      invoice,
      gross,
      fee,
      net,
      differs,
    })),
    fees_known_until: await readFeesKnownUntil(db),
    changed_at:
      changes.length === 0 ? null : toIso(changes.reduce((one, other) => Math.max(one, other))),
  };
}

/** The last UK date whose balance the provider has told in full; null before the first time. */
async function readFeesKnownUntil(db: Db): Promise<string | null> {
  const { balance_until } = await db
    .selectFrom('reconciliation')
    .select('balance_until')
    .executeTakeFirstOrThrow();
  if (balance_until === null) return null;
  return Temporal.PlainDate.from(ukDate(balance_until)).subtract({ days: 1 }).toString();
}

const HEADER = ['Date', 'What', 'Invoice', 'Gross', 'Fee', 'Net', 'Currency'];
const words = { payment: 'Payment', refund: 'Refund', dispute: 'Dispute' } as const;

/** The lines as a CSV file, read month by month. */
export async function streamCsv(
  db: Db,
  { names, ...query }: Query & { readonly names?: 'true' | 'false' | undefined },
  now: number,
): Promise<Readable> {
  const { dates } = await readChoice(db, query, now);
  return Readable.from(csvOf(db, dates, names === 'true'));
}

async function* csvOf(db: Db, dates: Dates, isNamed: boolean): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(isNamed ? [...HEADER, 'Family'] : HEADER);
  for (const part of monthsWithin(dates)) {
    const lines = await readLines(db, instantsOf(part));
    const families = isNamed ? await readNames(db, lines) : null;
    yield lines
      .map((line) =>
        csvLine([
          ...cellsOf(line),
          ...(families === null ? [] : [families.get(line.family_id) ?? '']),
        ]),
      )
      .join('');
  }
}

const cellsOf = ({ date, what, invoice, gross, fee, net, currency }: FullBookLine): CsvCell[] => [
  date,
  words[what],
  invoice ?? '',
  { pence: gross },
  fee === null ? '' : { pence: fee },
  net === null ? '' : { pence: net },
  currency.toUpperCase(),
];

/** The dates of each month that these touch, cut to them. */
const monthsWithin = ({ from, to }: Dates): Dates[] =>
  monthsOf({ from, to }).map((month) => {
    const first = `${month}-01`;
    const last = Temporal.PlainYearMonth.from(month).add({ months: 1 }).toPlainDate({ day: 1 });
    const end = last.subtract({ days: 1 }).toString();
    return { from: first < from ? from : first, to: end > to ? to : end };
  });

async function readNames(
  db: Db,
  lines: readonly FullBookLine[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const families = [...new Set(lines.map(({ family_id }) => family_id))];
  for (let start = 0; start < families.length; start += BATCH) {
    const rows = await db
      .selectFrom('people')
      .select(['family_id', 'name'])
      .where('family_id', 'in', families.slice(start, start + BATCH))
      // A literal, so that SQLite uses the partial index.
      .where(sql<boolean>`role = 'parent'`)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    for (const { family_id, name } of rows) names.set(family_id, name);
  }
  return names;
}

/** What came in and went back in each month that the dates touch, oldest first. */
export async function readMonths(db: Db, dates: Dates): Promise<MonthOfMoney[]> {
  const span = instantsOf(dates);
  const lines = await readLines(db, span);
  const pendingRefunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.amount as amount', 'refunds.created_at as created_at'])
    // A literal, so that SQLite uses the partial index.
    .where(sql<boolean>`refunds.state = 'asked'`)
    .where('payments.status', 'in', GRANTED)
    .where('refunds.created_at', '>=', span.from)
    .where('refunds.created_at', '<', span.until)
    .execute();
  const monthOf = (date: string) => date.slice(0, 'YYYY-MM'.length);
  const byMonth = Map.groupBy(lines, ({ date }) => monthOf(date));
  const askedByMonth = Map.groupBy(pendingRefunds, ({ created_at }) => monthOf(ukDate(created_at)));
  return monthsOf(dates).map((month) => {
    const own = byMonth.get(month) ?? [];
    const { gross: remaining, fees, net } = bookSumOf(own);
    const { gross: paid } = bookSumOf(own.filter(({ what }) => what === 'payment'));
    const pending = askedByMonth.get(month) ?? [];
    return {
      month,
      paid,
      returned: paid - remaining,
      kept: remaining,
      fees,
      net,
      asked: pending.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}
