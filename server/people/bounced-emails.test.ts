// Bounced addresses: flagged until an email arrives there or the address changes.
import { sql } from 'kysely';
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { compose } from '../email/compose.ts';
import { queueEmail } from '../email/queue.ts';
import { sendDueEmails } from '../email/worker.ts';
import { transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { requestEmail } from '../testing/accounts/families.ts';
import type { Caller } from '../testing/caller.ts';
import { planOf, queriesOf } from '../testing/database/statements.ts';
import { tokenTo } from '../testing/emails.ts';
import { addParent, makeFamily } from '../testing/factories.ts';
import { enquire } from '../testing/lessons/free-lessons.ts';
import { fakeServer, noSuchBox, tryLater } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';
import { listBouncedAddresses } from './bounced-emails.ts';

let serial = 0;

/** An email to the parent or another parent, and where its bounce is seen. */
const test = base.extend('news', async ({ api, family, tutor }) => {
  await makeFamily(api);
  const readRecord = async () => {
    const { body } = await tutor.call(endpoints.getFamilyRecord, { params: { id: family.id } });
    return body.record.bounced_emails;
  };
  return {
    readRecord,
    /** Queues it and has it taken, or answered with this failure. */
    async send(failure: (() => Error) | null, to?: Caller) {
      const { email, id: personId } = to ?? { email: family.email, id: family.personId };
      serial += 1;
      const news = compose(`news:${serial}`, email, 'News', ['News.']);
      await transact(api.context(null), (work) =>
        queueEmail(work, { ...news, familyId: family.id, personId }),
      );
      const { mailing } = fakeServer(api, ({ recipient }) => {
        if (failure !== null && recipient === email) throw failure();
      });
      await sendDueEmails(mailing);
      api.clock.advance({ minutes: 1 });
    },
    async expectFlagged(isFlagged: boolean) {
      const emails = isFlagged ? [family.email] : [];
      const { students } = (await tutor.call(endpoints.listFamilies)).body;
      const listed = students.flatMap(({ id, bounced_emails }) =>
        bounced_emails.map((email) => [id, email]),
      );
      expect(listed).toEqual(emails.map((email) => [family.id, email]));
      for (const found of [await readRecord(), (await family.readFamily()).bounced_emails])
        expect(found.map(({ email }) => email)).toEqual(emails);
    },
  };
});

const countBounced = async (db: Db, familyId: string | null = null) =>
  (await listBouncedAddresses(db, familyId)).size;

test('shows the tutor an address and the reason', async ({ api, family, news }) => {
  await news.expectFlagged(false);
  const { email } = family;
  const at = new Date(api.clock.now).toISOString();
  await news.send(noSuchBox);
  await news.expectFlagged(true);
  expect(await news.readRecord()).toEqual([{ email, at, reason: '550 No such mailbox' }]);
  // Its reason is not for the parents.
  expect((await family.readFamily()).bounced_emails).toEqual([{ email, at }]);
});

test('shows it once, since the last bounce', async ({ api, family: { email }, news }) => {
  await news.send(noSuchBox);
  const at = new Date(api.clock.now).toISOString();
  await news.send(noSuchBox);
  expect(await news.readRecord()).toEqual([{ email, at, reason: '550 No such mailbox' }]);
});

test('clears it with the next email that is sent there', async ({ news }) => {
  for (const failure of [null, noSuchBox, null, noSuchBox]) {
    await news.send(failure);
    await news.expectFlagged(failure !== null);
  }
});

test('clears it when its email is sent again, not dismissed', async ({ api, db, tutor, news }) => {
  await news.send(noSuchBox);
  const bounced = db.selectFrom('emails').select('id').where('bounced_at', 'is not', null);
  const { id } = await bounced.executeTakeFirstOrThrow();
  for (const endpoint of [endpoints.dismissEmail, endpoints.sendEmailAgain]) {
    await tutor.call(endpoint, { params: { id } });
    await news.expectFlagged(true);
  }
  await sendDueEmails(fakeServer(api).mailing);
  await news.expectFlagged(false);
});

test('ignores a delay, and failures for another reason', async ({ api, db, news }) => {
  await news.send(tryLater);
  await news.expectFlagged(false);
  const { mailing } = fakeServer(api, () => {
    throw tryLater();
  });
  for (let tries = 0; tries < 12; tries += 1) {
    api.clock.advance({ hours: 17 });
    await sendDueEmails(mailing);
  }
  const failed = db.selectFrom('emails').select('id').where('failed_at', 'is not', null);
  expect((await failed.execute()).length).toBeGreaterThan(0);
  expect(await countBounced(db)).toBe(0);
});

test('clears it when the address changes', async ({ api, family, news }) => {
  await news.send(noSuchBox);
  const email = `new-${family.email}`;
  await requestEmail(api, family, email);
  await news.expectFlagged(true);
  await api.call(endpoints.confirmEmail, { body: { token: await tokenTo(api, email) } });
  await news.expectFlagged(false);
});

test('flags each address of a family separately', async ({ api, family, news }) => {
  const other = await addParent(api, family);
  await news.send(noSuchBox, other);
  await news.send(null);
  expect((await news.readRecord()).map(({ email }) => email)).toEqual([other.email]);
});

test('ignores people without a family', async ({ api, db }) => {
  const { email } = await enquire(api);
  const { mailing } = fakeServer(api, ({ recipient }) => {
    if (recipient === email) throw noSuchBox();
  });
  await sendDueEmails(mailing);
  expect(await countBounced(db)).toBe(0);
});

/**
 * Refused emails of other people, as years leave them behind: PostgreSQL plans by what a table
 * holds. Nobody needs those people for a plan.
 */
async function growRefusals(db: Db): Promise<void> {
  const row = await db.selectFrom('emails').selectAll().limit(1).executeTakeFirstOrThrow();
  const rows = Array.from({ length: 2000 }, (_, n) => {
    const id = `old-${n}`;
    return { ...row, id, cause: id, family_id: id, person_id: id, recipient: `${id}@example.com` };
  });
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await tx.insertInto('emails').values(rows).execute();
  });
  await sql`analyze`.execute(db);
}

/** How many rows of emails a query reads at most, as the plan of PostgreSQL says. */
function countRows(plan: string[]): number {
  const read = plan.flatMap((line) => [
    ...[...line.matchAll(/ on emails.*actual rows=(\d+) loops=(\d+)/g)].map(
      ([, n, times]) => Number(n) * Number(times),
    ),
    ...[...line.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, n]) => Number(n)),
  ]);
  return read.reduce((sum, n) => sum + n, 0);
}

describe('reading the bounced emails of one family', () => {
  // The other people do not exist.
  test.override('settings', { mayBreakInvariants: true });

  test('reads no other emails', async ({ api, db, family, news }) => {
    await news.send(noSuchBox);
    if (inject('engine') === 'postgres') await growRefusals(db);
    const queries = await queriesOf(api, async (watched) => {
      expect(await countBounced(watched.db, family.id)).toBe(1);
    });
    expect(queries).toHaveLength(1);
    const plan = (await Promise.all(queries.map((query) => planOf(api, query)))).flat();
    if (inject('engine') === 'postgres') expect(countRows(plan)).toBeLessThan(20);
    else {
      const tables = plan.filter((detail) => /^(SCAN|SEARCH) /.test(detail));
      expect(tables.length).toBeGreaterThan(2);
      // Each by the rows of one person, and none from end to end.
      for (const detail of tables)
        expect(detail).toMatch(/^SEARCH .*(person_id|family_id|rowid|id)=\?/);
    }
  });
});
