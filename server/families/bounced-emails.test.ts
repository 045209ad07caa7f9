// Bounced addresses: flagged until an email arrives there or the address changes.
import { CompiledQuery, createQueryId, sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { compose } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import { addParent, makeAdmin, makeFamily, PASSWORD } from '../testing/factories.ts';
import { watch } from '../testing/failing.ts';
import { fakeServer, noSuchBox, tryLater } from '../testing/mail-server.ts';
import { tokenTo } from '../testing/emails.ts';
import { listBounced } from './bounced-emails.ts';

let api: TestApp;
let admin: Caller;
let family: TestFamily;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
  family = await makeFamily(api);
  await makeFamily(api);
});
afterEach(() => api.close());

let serial = 0;
/** Queues an email to a parent of the family and has it taken, or answered with this failure. */
async function send(
  failure: (() => Error) | null,
  to: { email: string; personId: string } = family,
) {
  serial += 1;
  await transact(api.context(null), (work) =>
    queueEmail(work, {
      ...compose(`news:${serial}`, to.email, 'News', ['News.']),
      familyId: family.id,
      personId: to.personId,
    }),
  );
  const { mailing } = fakeServer(api, (message) => {
    if (failure !== null && message.recipient === to.email) throw failure();
  });
  await sendDueEmails(mailing);
  api.clock.advance({ minutes: 1 });
}

const record = async () =>
  (await api.call(endpoints.getFamilyRecord, { token: admin.token, params: { id: family.id } }))
    .body.record.bounced_emails;
const listed = async () =>
  (await api.call(endpoints.listFamilies, { token: admin.token })).body.students.flatMap(
    ({ id, bounced_emails }) => bounced_emails.map((email) => ({ id, email })),
  );
const own = async () =>
  (await api.call(endpoints.getFamily, { token: family.token })).body.family.bounced_emails;

async function expectFlagged(isFlagged: boolean): Promise<void> {
  expect((await record()).map(({ email }) => email)).toEqual(isFlagged ? [family.email] : []);
  expect(await listed()).toEqual(isFlagged ? [{ id: family.id, email: family.email }] : []);
  expect((await own()).map(({ email }) => email)).toEqual(isFlagged ? [family.email] : []);
}

test('shows a bounced address to the tutor with the reason, and to the parents without', async () => {
  await expectFlagged(false);
  const at = new Date(api.clock.now).toISOString();
  await send(noSuchBox);
  await expectFlagged(true);
  expect(await record()).toEqual([{ email: family.email, at, reason: '550 No such mailbox' }]);
  expect(await own()).toEqual([{ email: family.email, at }]);
});

test('shows it once, since the last bounce', async () => {
  await send(noSuchBox);
  const at = new Date(api.clock.now).toISOString();
  await send(noSuchBox);
  expect(await record()).toEqual([{ email: family.email, at, reason: '550 No such mailbox' }]);
});

test('clears it with the next email that is sent there', async () => {
  await send(null);
  await send(noSuchBox);
  await expectFlagged(true);
  await send(null);
  await expectFlagged(false);
  await send(noSuchBox);
  await expectFlagged(true);
});

test('clears it when the same email is sent again, but not when it is dismissed', async () => {
  await send(noSuchBox);
  const { id } = await api.database.db
    .selectFrom('emails')
    .select('id')
    .where('bounced_at', 'is not', null)
    .executeTakeFirstOrThrow();
  await api.call(endpoints.dismissEmail, { token: admin.token, params: { id } });
  await expectFlagged(true);
  await api.call(endpoints.sendEmailAgain, { token: admin.token, params: { id } });
  await expectFlagged(true);
  await sendDueEmails(fakeServer(api).mailing);
  await expectFlagged(false);
});

test('ignores an email that is delayed or fails for another reason', async () => {
  await send(tryLater);
  await expectFlagged(false);
  for (let tries = 0; tries < 12; tries += 1) {
    api.clock.advance({ hours: 17 });
    const { mailing } = fakeServer(api, () => {
      throw tryLater();
    });
    await sendDueEmails(mailing);
  }
  const failed = await api.database.db
    .selectFrom('emails')
    .select('id')
    .where('failed_at', 'is not', null)
    .execute();
  expect(failed.length).toBeGreaterThan(0);
  expect((await listBounced(api.database.db, null)).size).toBe(0);
});

test('clears it when the address changes', async () => {
  await send(noSuchBox);
  const email = `new-${family.email}`;
  await api.call(endpoints.updateProfile, {
    token: family.token,
    body: { Parent_Email: email, current_password: PASSWORD },
  });
  await expectFlagged(true);
  await api.call(endpoints.confirmEmail, { body: { token: await tokenTo(api, email) } });
  await expectFlagged(false);
});

test('flags each address of a family separately', async () => {
  const other = await addParent(api, family);
  const { id: personId } = await api.database.db
    .selectFrom('people')
    .select('id')
    .where('email', '=', other.email)
    .executeTakeFirstOrThrow();
  await send(noSuchBox, { email: other.email, personId });
  await send(null);
  expect((await record()).map(({ email }) => email)).toEqual([other.email]);
});

test('ignores people without a family', async () => {
  await api.call(endpoints.registerInterest, {
    body: { name: 'Ann', email: 'ann@example.com', mobile: '07700900123', year_class: 'year-10' },
  });
  const { mailing } = fakeServer(api, ({ recipient }) => {
    if (recipient === 'ann@example.com') throw noSuchBox();
  });
  await sendDueEmails(mailing);
  expect((await listBounced(api.database.db, null)).size).toBe(0);
});

/**
 * Refused emails of other people, as years leave them behind: PostgreSQL plans by what a table
 * holds. Nobody needs those people for a plan.
 */
async function growRefusals(): Promise<void> {
  const row = await api.database.db
    .selectFrom('emails')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: 2000 }, (_, n) => ({
    ...row,
    id: `old-${n}`,
    cause: `old:${n}`,
    family_id: `old-${n}`,
    person_id: `old-${n}`,
    recipient: `old-${n}@example.com`,
  }));
  await api.database.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.insertInto('emails').values(rows).execute();
  });
  await sql`analyze`.execute(api.database.db);
}

test('reads only the bounced emails of the given family', async () => {
  await send(noSuchBox);
  if (inject('engine') === 'postgres') await growRefusals();
  const { db } = api.database;
  const statements: CompiledQuery[] = [];
  const watched = watch(api.database, (node) => {
    if (node.kind === 'SelectQueryNode')
      statements.push(db.getExecutor().compileQuery(node, createQueryId()));
  });
  expect((await listBounced(watched.db, family.id)).size).toBe(1);
  expect(statements).toHaveLength(1);
  const [statement = CompiledQuery.raw('select 1')] = statements;
  expect(await rowsReadBy(statement)).toBeLessThan(20);
});

/** How many rows of emails the statement reads at most, as the engine's plan says. */
async function rowsReadBy({ sql: text, parameters }: CompiledQuery): Promise<number> {
  const { db, engine } = api.database;
  if (engine === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
    );
    const tables = rows
      .map(({ detail }) => detail)
      .filter((detail) => /^(SCAN|SEARCH) /.test(detail));
    expect(tables.length).toBeGreaterThan(2);
    // Each by the rows of one person, and none from end to end.
    return tables.every((detail) => /^SEARCH .*(person_id|family_id|rowid|id)=\?/.test(detail))
      ? 1
      : 2000;
  }
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain (analyze, timing off, summary off, costs off) ${text}`, [
      ...parameters,
    ]),
  );
  const lines = rows.map((row) => row['QUERY PLAN']);
  const read = lines.flatMap((line) => [
    ...[...line.matchAll(/ on emails.*actual rows=(\d+) loops=(\d+)/g)].map(
      ([, n, times]) => Number(n) * Number(times),
    ),
    ...[...line.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, n]) => Number(n)),
  ]);
  return read.reduce((sum, n) => sum + n, 0);
}
