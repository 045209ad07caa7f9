// The cost of a session chain: few rows, no writes once it has ended, and no waiting for others.
import { describe, expect, inject } from 'vitest';

import type { Session } from '../../domain/auth/session.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { hashOf } from '../base/ids.ts';
import { transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { audiences, makeAccount } from '../testing/accounts/accounts.ts';
import type { TestApp } from '../testing/app.ts';
import { watch } from '../testing/database/failing.ts';
import { beginSession } from '../testing/factories.ts';
import { expectWaiting, expectWaitingFor } from '../testing/races/locks.ts';
import { sharedTest as test } from '../testing/test.ts';
import { lockAccount, newAccount, type Owner } from './credentials.ts';
import { type Actor, endChain, endSessions, findActiveSession } from './sessions.ts';

/** The statements that wrote so far. */
let writes = 0;
test.override('settings', {
  wrap: (database) =>
    watch(database, ({ kind }) => {
      if (/^(Insert|Update|Delete)QueryNode$/.test(kind)) writes += 1;
    }),
});

type Refresh = (typeof audiences)[number]['refresh'];
const bodyOf = ({ refresh_token }: Session) => ({ refresh_token });

/** The last session after renewing this one this many times. */
async function renew(
  api: TestApp,
  session: Session,
  times: number,
  refresh: Refresh = endpoints.refresh,
): Promise<Session> {
  let latest = session;
  for (let n = 0; n < times; n += 1)
    latest = (await api.call(refresh, { body: bodyOf(latest) })).body.session;
  return latest;
}

const rowsOf = ({ database: { db } }: TestApp, owner: Owner) =>
  db
    .selectFrom('sessions')
    .select(['ended_at', 'chain'])
    .where(owner.audience === 'admin' ? 'admin_id' : 'person_id', '=', owner.id)
    .execute();

const liveOf = async (api: TestApp, owner: Owner) =>
  (await rowsOf(api, owner)).filter(({ ended_at }) => ended_at === null).length;

describe.for(audiences)('a $audience chain', ({ audience, refresh, verify, logout }) => {
  const statusOf = async (api: TestApp, { access_token: token }: Session) =>
    (await api.either(verify, { token })).status;
  const tryToRenew = async (api: TestApp, session: Session) =>
    (await api.either(refresh, { body: bodyOf(session) })).status;

  test('that has ended writes nothing on sign-out', async ({ api }) => {
    const { session } = await makeAccount(api, audience);
    const latest = await renew(api, session, 1, refresh);
    await api.call(logout, { token: latest.access_token });
    const before = writes;
    for (const token of [session.access_token, latest.access_token, 'garbage'])
      await api.call(logout, { token });
    expect(writes).toBe(before);
  });

  test('that has ended writes nothing on renewal', async ({ api }) => {
    const { session } = await makeAccount(api, audience);
    const latest = await renew(api, session, 1, refresh);
    expect(await tryToRenew(api, session)).toBe(401);
    const before = writes;
    for (const used of [session, latest]) expect(await tryToRenew(api, used)).toBe(401);
    expect(writes).toBe(before);
  });

  test('has few rows after 40 renewals, and ends with its first token', async ({ api }) => {
    const { session, id } = await makeAccount(api, audience);
    const latest = await renew(api, session, 40, refresh);
    expect((await rowsOf(api, { audience, id })).length).toBeLessThan(10);
    expect(await statusOf(api, latest)).toBe(200);
    expect(await tryToRenew(api, session)).toBe(401);
    expect(await statusOf(api, latest)).toBe(401);
  });
});

test('ends the renewed sessions on sign-out with an older token', async ({ api, family }) => {
  const latest = await renew(api, family.session, 3);
  await family.call(endpoints.logout);
  expect((await api.refused(endpoints.verify, { token: latest.access_token })).status).toBe(401);
});

if (inject('engine') === 'postgres') {
  /** Runs `work` with an actor whose ended sessions another transaction has locked meanwhile. */
  async function besideEnded(api: TestApp, first: Session, work: (by: Actor) => Promise<void>) {
    const latest = await renew(api, first, 3);
    const actor = await findActiveSession(api.context(null), latest.access_token);
    if (actor === null) throw new Error('the session is not live');
    await api.database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ ended_at: 1 })
        .where('chain', '=', actor.chain)
        .where('ended_at', 'is not', null)
        .execute();
      await work(actor);
    });
  }

  describe('concurrent sign-outs of one chain', () => {
    test('write only active sessions, so that they do not deadlock', async ({ api, family }) => {
      await besideEnded(api, family.session, async (actor) => {
        await endChain(api.context(actor));
        expect(await liveOf(api, { audience: 'family', id: actor.id })).toBe(0);
      });
    });

    test('can block with code that writes every row of the chain', async ({ api, family }) => {
      const { db } = api.database;
      let naive: Promise<unknown> = Promise.resolve();
      await besideEnded(api, family.session, async ({ chain }) => {
        naive = db
          .updateTable('sessions')
          .set((eb) => ({ ended_at: eb.ref('ended_at') }))
          .where('chain', '=', chain)
          .execute();
        await expectWaiting(db, 1);
      });
      await naive;
    });
  });

  test.for([
    { how: 'ends the new one with code that locks the account', mayLock: true, left: 0 },
    { how: 'leaves the new one with code that does not', mayLock: false, left: 1 },
  ])('a concurrent end of the sessions $how', async ({ mayLock, left }, { api, family }) => {
    const { db } = api.database;
    const owner = { audience: 'family', id: family.personId } as const;
    // The renewal deletes this row between ending one session and starting the next, and waits
    // there for its lock.
    const MONTH_MS = 31 * 24 * 3_600_000;
    const expired = hashOf(
      (await beginSession(api, owner, api.clock.now - MONTH_MS)).refresh_token,
    );
    const end = (tx: Db) =>
      tx.updateTable('sessions').set({ ended_at: 1 }).where('refresh_hash', '=', expired).execute();
    // Ended already, so that the end of the sessions passes it by and waits for the renewal alone.
    await end(db);
    const under = await db.transaction().execute(async (tx) => {
      await end(tx);
      const renewal = api.either(endpoints.refresh, { body: bodyOf(family.session) });
      await expectWaitingFor(db, tx);
      const ending = transact(api.context(null), async (work) => {
        const account = mayLock ? await lockAccount(work.tx, owner) : newAccount(owner);
        if (account !== null) await endSessions(work, account);
      });
      await expectWaiting(db, 2);
      return [renewal, ending];
    });
    await Promise.all(under);
    expect(await liveOf(api, owner)).toBe(left);
  });
}
