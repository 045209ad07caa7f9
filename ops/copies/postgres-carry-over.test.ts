// What a restore on PostgreSQL takes from the former database, and when it refuses to.
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, vi } from 'vitest';

import { openDatabase } from '../../server/engine/database.ts';
import { newDatabase, newFolder } from '../../server/testing/database/folders.ts';
import { test } from '../../server/testing/test.ts';
import { postgresSide } from './carry-over.ts';
import { carryOverPostgres } from './postgres-carry-over.ts';
import { withScratchDatabase } from './postgres-copies.ts';
import { makeCopy, nameOfScratch, onRestored, statusOf } from './testing/copies.ts';

vi.setConfig({ testTimeout: 60_000 });

describe.runIf(inject('engine') === 'postgres')('on PostgreSQL', () => {
  test('ends all of it if the former database has other columns', async ({ api, family, db }) => {
    const { restoreInto } = await makeCopy(api);
    await sql`alter table recovery_codes rename column used_at to redeemed_at`.execute(db);
    await restoreInto(async (restored, carried) => {
      expect(carried).toMatchObject({ isNumbered: true, isKnown: false });
      expect(await statusOf(restored, family)).toBe(401);
    });
    await sql`alter table recovery_codes rename column redeemed_at to used_at`.execute(db);
  });

  test('carries many rows over', async ({ api, db }) => {
    const { restoreInto } = await makeCopy(api);
    await sql`insert into invoice_years (year, last)
      select year, 1 from generate_series(3000, 14000) as year`.execute(db);
    await restoreInto(async ({ database }) => {
      const years = await database.db.selectFrom('invoice_years').select('year').execute();
      expect(years).toHaveLength(11_001);
    });
    // They have no invoices.
    await sql`delete from invoice_years`.execute(db);
  });

  test('knows what cannot be read from what may be mended', () => {
    const { isUnreadable } = postgresSide(new pg.Client());
    const codes = ['42P01', '42703', 'XX000', 'XX001', '42501', '57P01', '53100', 'ECONNRESET'];
    const unreadable = codes.filter((code) =>
      isUnreadable(Object.assign(new Error('failed'), { code })),
    );
    expect(unreadable).toEqual(['42P01', '42703', 'XX000', 'XX001']);
  });

  test('changes nothing if the former database refuses to be read', async ({ api, family, db }) => {
    const { copy } = await makeCopy(api);
    const databaseUrl = api.databaseOptions.databaseUrl ?? '';
    await sql`alter table calendar_feeds rename to feeds`.execute(db);
    for (const [code, reason] of [
      ['42501', /^--former: the tables belong to another role .+ Nothing was changed\.$/],
      ['57P01', /^--former: no \(57P01\)\. Nothing was changed\.$/],
    ] as const) {
      await sql`create function refuse_it() returns text language plpgsql as
        ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`.execute(db);
      await sql`create view calendar_feeds as select refuse_it() as token`.execute(db);
      await withScratchDatabase({ databaseUrl, copy, name: nameOfScratch() }, async (url) => {
        await expect(carryOverPostgres(url, databaseUrl, api.clock.now)).rejects.toThrow(reason);
        const on = { databaseUrl: url, dataDir: await newFolder() };
        await onRestored(api, on, async (restored) =>
          expect(await statusOf(restored, family)).toBe(200),
        );
      });
      await sql`drop view calendar_feeds`.execute(db);
      await sql`drop function refuse_it`.execute(db);
    }
    await sql`alter table feeds rename to calendar_feeds`.execute(db);
  });

  test('changes nothing if the former database cannot be used', async ({ api, family }) => {
    const { databaseUrl } = api.databaseOptions;
    const url = databaseUrl ?? '';
    const others = await newDatabase();
    const other = await openDatabase(others);
    await sql`update settings set salt = 'another'`.execute(other.db);
    await other.close();
    for (const [former, reason] of [
      [url, 'the address of DATABASE_URL itself'],
      [others.databaseUrl ?? '', 'is not of this site'],
      ['nonsense', '--former: not a PostgreSQL address'],
      [url.replace(/\/[^/]*$/, '/no_such_database'), /^--former: .+ does not exist/],
    ] as const)
      await expect(carryOverPostgres(url, former, api.clock.now)).rejects.toThrow(reason);
    expect(await statusOf(api, family)).toBe(200);
  });
});
