// Every text column is declared with whose data it contains. The test walks the schema, so that a
// new table, column or remembered answer cannot be missed.
import { sql } from 'kysely';
import { expect } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { textColumns } from '../../testing/personal-data/find-text.ts';
import { personalData } from '../../testing/personal-data/personal-data.ts';
import type { JsonSchema } from '../../testing/random/arbitraries.ts';
import { test as base } from '../../testing/test.ts';

const test = base
  .extend('columns', ({ api }) => async () => {
    return textColumns(api.database);
  })
  /** Undeclared columns of the database, each with instructions. */
  .extend('undeclared', ({ columns }) => async () => {
    return (await columns())
      .filter(({ table, column }) => personalData[table]?.[column] === undefined)
      .map(
        ({ table, column }) =>
          `${table}.${column} can contain words: say in server/testing/personal-data/personal-data.ts whose. If they are a family's, erase them in server/accounts/personal-data/erasure.ts, export them in server/accounts/personal-data/export.ts and fill the column in server/accounts/personal-data/erasure.test.ts.`,
      );
  });

test('declares every text column, and no others', async ({ columns, undeclared }) => {
  expect(await undeclared()).toEqual([]);
  const there = new Set((await columns()).map(({ table, column }) => `${table}.${column}`));
  const gone = Object.entries(personalData)
    // On the embedded engine the counters have a file of their own.
    .filter(([table]) => table !== 'rate_limits')
    .flatMap(([table, declared]) => Object.keys(declared).map((column) => `${table}.${column}`))
    .filter((position) => !there.has(position));
  expect(gone).toEqual([]);
});

test('finds an undeclared column and gives instructions', async ({ db, undeclared }) => {
  await sql`alter table enquiries add column nickname text`.execute(db);
  const instructions = expect.stringMatching(/^enquiries\.nickname can contain words: say in/);
  expect(await undeclared()).toEqual([instructions]);
});

/** The names of all fields in a JSON schema. */
function fieldsOf({ properties = {}, items, anyOf = [] }: JsonSchema): string[] {
  const parts = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])];
  return [...Object.keys(properties), ...parts.flatMap(fieldsOf)];
}

const keyed: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints).filter(
  ([, endpoint]) => 'idempotent' in endpoint,
);

/** Fields of these names that are not about a person. */
const harmless: Readonly<Record<string, string>> = {
  createTopic: 'name',
  duplicateTopic: 'name',
  // Both answer with the stored payment and remember nothing of it.
  returnPayment: 'Student_Name',
  refundPayment: 'Parent_Name',
  // Why an answer is not right.
  giveAttempt: 'reason',
  answerAsked: 'reason',
  practise: 'reason',
};

test.for(keyed)('stores no personal data in the remembered answer of %s', ([call, { answer }]) => {
  const schema = z.toJSONSchema(answer, { unrepresentable: 'any' }) as JsonSchema;
  const personal = /^(name|email|mobile|note|reason|recipient|Parent_.*|Student_Name)$/;
  const found = fieldsOf(schema).filter((field) => personal.test(field));
  expect(found.filter((field) => field !== harmless[call])).toEqual([]);
});
