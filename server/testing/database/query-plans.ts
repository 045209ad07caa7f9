// Finds full scans of growing tables in the engine's query plan.
import { CompiledQuery, sql } from 'kysely';
import { inject } from 'vitest';
import * as z from 'zod';

import type { Db } from '../../engine/database.ts';

const GROWING = [
  'lessons',
  'bookings',
  'excuse_links',
  'waiting_list_entries',
  'payments',
  'payment_lessons',
  'refunds',
  'invoices',
  'refund_shortfalls',
  'disputes',
  'inquiries',
  'sessions',
  'enquiries',
  'caught_enquiries',
  'enquiry_invitations',
  'once_marks',
  'unconfirmed_grants',
  'imported_families',
  'import_invitations',
  'due_import_invitations',
  'students',
  'people',
  'families',
  'balances',
  'credit_ledger',
  'emails',
  'activities',
  'erased_emails',
  'ledger_reasons',
  'idempotency_keys',
  'password_resets',
  'email_changes',
  'email_counts',
  'calendar_feeds',
  'asked_questions',
  'attempts',
  'item_ticks',
  'practice_boxes',
  'pictures',
  'picture_files',
  'version_pictures',
];
/**
 * Accepted scans: lists that read the newest rows from the end of an index, up to a limit; indexes
 * of pending rows only; and the links joined to all enquiries, at most one for each.
 */
const SHORT = [
  'enquiries_newest',
  'families_newest',
  'activities_by_time',
  'payment_lessons_reserved',
  'inquiries_open',
  'enquiry_invitations_enquiry_id_key',
];

/** Whether a statement reads a growing table. */
export const readsGrowing = ({ sql: text }: CompiledQuery): boolean =>
  GROWING.some((table) => text.includes(`"${table}"`));

/** The steps of SQLite's plan; with a table, only those on it. */
export async function planOnSqlite(db: Db, { sql: text, parameters }: CompiledQuery, table = '') {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  );
  return rows.map(({ detail }) => detail).filter((step) => step.includes(` ${table}`));
}

/** The growing tables that SQLite would scan fully. */
const scansOnSqlite = async (db: Db, statement: CompiledQuery): Promise<string[]> =>
  (await planOnSqlite(db, statement))
    .filter((step) => GROWING.includes(/^SCAN (\w+)/.exec(step)?.[1] ?? ''))
    .filter((step) => !SHORT.some((index) => step.includes(`INDEX ${index}`)));

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string | undefined;
  readonly 'Index Name'?: string | undefined;
  readonly 'Index Cond'?: string | undefined;
  readonly Plans?: readonly Plan[] | undefined;
}
const planSchema: z.ZodType<Plan> = z.lazy(() =>
  z.object({
    'Node Type': z.string(),
    'Relation Name': z.string().optional(),
    'Index Name': z.string().optional(),
    'Index Cond': z.string().optional(),
    Plans: z.array(planSchema).optional(),
  }),
);
const explainedSchema = z.array(
  z.object({ 'QUERY PLAN': z.array(z.object({ Plan: planSchema })) }),
);

/**
 * The growing tables that PostgreSQL would scan fully. It scans empty tables unless sequential
 * scans are off.
 */
async function scansOnPostgres(
  db: Db,
  { sql: text, parameters }: CompiledQuery,
): Promise<string[]> {
  const { rows } = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    // As outside the tests.
    await sql`set local plan_cache_mode = auto`.execute(tx);
    return tx.executeQuery(CompiledQuery.raw(`explain (format json) ${text}`, [...parameters]));
  });
  const scans: string[] = [];
  const visit = (plan: Plan): void => {
    const table = plan['Relation Name'] ?? '';
    const index = plan['Index Name'] ?? '';
    const isShort = SHORT.includes(index);
    const reads =
      plan['Node Type'] === 'Seq Scan' ||
      (plan['Node Type'].startsWith('Index') && plan['Index Cond'] === undefined);
    if (GROWING.includes(table) && reads && !isShort)
      scans.push(`${plan['Node Type']} ${table} ${index}`.trim());
    for (const part of plan.Plans ?? []) visit(part);
  };
  for (const { 'QUERY PLAN': plans } of explainedSchema.parse(rows))
    for (const { Plan: plan } of plans) visit(plan);
  return scans;
}

/** The growing tables that the statement would scan fully, on the engine under test. */
export function scansOf(db: Db, statement: CompiledQuery): Promise<string[]> {
  return inject('engine') === 'sqlite'
    ? scansOnSqlite(db, statement)
    : scansOnPostgres(db, statement);
}
