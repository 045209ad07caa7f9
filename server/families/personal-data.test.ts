// Every text column is declared with whose data it contains. The test walks the schema, so that a
// new table, column or remembered answer cannot be missed.
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { JsonSchema } from '../testing/arbitraries.ts';
import { personalData } from '../testing/personal-data.ts';
import { textColumns } from '../testing/traces.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

/** Undeclared columns of the database, each with instructions. */
async function undeclared(): Promise<string[]> {
  return (await textColumns(api.database))
    .filter(({ table, column }) => personalData[table]?.[column] === undefined)
    .map(
      ({ table, column }) =>
        `${table}.${column} can hold words: say in server/families/definitions.ts (students, people) or server/testing/personal-data.ts (other tables) whose. If they are a family's, erase them in server/families/erasure.ts, export them in server/families/export.ts and fill the column in server/families/erasure.test.ts.`,
    );
}

test('declares every text column, and no others', async () => {
  expect(await undeclared()).toEqual([]);
  const there = new Set(
    (await textColumns(api.database)).map(({ table, column }) => `${table}.${column}`),
  );
  const gone = Object.entries(personalData)
    // On the embedded engine the counters have a file of their own.
    .filter(([table]) => table !== 'rate_limits')
    .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
    .filter((position) => !there.has(position));
  expect(gone).toEqual([]);
});

test('finds an undeclared column and gives instructions', async () => {
  await sql`alter table enquiries add column nickname text`.execute(api.database.db);
  expect(await undeclared()).toEqual([
    expect.stringMatching(/^enquiries\.nickname can hold words: say in/),
  ]);
});

/** The names of all fields in a JSON schema. */
function fieldsOf(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [] } = schema;
  return [
    ...Object.keys(properties),
    ...[...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])].flatMap(
      fieldsOf,
    ),
  ];
}

const keyed: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints).filter(
  ([, endpoint]) => 'idempotent' in endpoint,
);

test.each(keyed)('stores no personal data in the remembered answer of %s', (_, { answer }) => {
  const schema = z.toJSONSchema(answer, { unrepresentable: 'any' }) as JsonSchema;
  const personal = /^(name|email|mobile|note|reason|recipient|Parent_.*|Student_Name)$/;
  expect(fieldsOf(schema).filter((field) => personal.test(field))).toEqual([]);
});
