// Every place that can hold words about a person is declared, with whose they are: the schema
// itself is walked, so that a new table, column or remembered answer cannot be overlooked.
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

/** Columns of the database that nobody has declared, each with what is to be done. */
async function undeclared(): Promise<string[]> {
  return (await textColumns(api.database))
    .filter(({ table, column }) => personalData[table]?.[column] === undefined)
    .map(
      ({ table, column }) =>
        `${table}.${column} can hold words: say in server/testing/personal-data.ts whose. If they are a family's, erase them in server/families/erasure.ts, export them in server/families/export.ts and fill the column in server/families/erasure.test.ts.`,
    );
}

test('every column that can hold words is declared, and every declared one is there', async () => {
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

test('a column that nobody has declared is found, and the sentence says what to do', async () => {
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

test.each(keyed)('the remembered answer of %s names nobody', (_, { answer }) => {
  const schema = z.toJSONSchema(answer, { unrepresentable: 'any' }) as JsonSchema;
  const personal = /^(name|email|mobile|note|reason|recipient|Parent_.*|Student_Name)$/;
  expect(fieldsOf(schema).filter((field) => personal.test(field))).toEqual([]);
});
