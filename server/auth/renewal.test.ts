// The cost of a session chain: few rows, no writes once it has ended, and no waiting for others.
import { expect, inject, onTestFinished, test } from 'vitest';

import type { Session } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { hashOf, newId, newToken } from '../ids.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { watch } from '../testing/failing.ts';
import { beginSession, makeAdmin, makeFamily } from '../testing/factories.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { lockAccount, type Owner } from './credentials.ts';
import { type Actor, endChain, endSessions, findLiveSession } from './sessions.ts';

const kinds = [
  {
    audience: 'family',
    make: makeFamily,
    refresh: endpoints.refresh,
    verify: endpoints.verify,
    logout: endpoints.logout,
  },
  {
    audience: 'admin',
    make: makeAdmin,
    refresh: endpoints.adminRefresh,
    verify: endpoints.adminVerify,
    logout: endpoints.adminLogout,
  },
] as const;
type Kind = (typeof kinds)[number];

interface Watched {
  readonly api: TestApp;
  /** The number of statements that wrote so far. */
  readonly writes: () => number;
}

async function start(): Promise<Watched> {
  let writes = 0;
  const api = await startTestApp({
    wrap: (database) =>
      watch(database, ({ kind }) => {
        if (/^(Insert|Update|Delete)QueryNode$/.test(kind)) writes += 1;
      }),
  });
  onTestFinished(() => api.close());
  return { api, writes: () => writes };
}

const bodyOf = ({ refresh_token }: Session) => ({ refresh_token });

/** The sessions created by renewing this one so many times, oldest first. */
async function renew(
  api: TestApp,
  { refresh }: Kind,
  first: Session,
  times: number,
): Promise<Session[]> {
  const sessions = [first];
  for (let n = 0; n < times; n += 1) {
    const { body } = await api.call(refresh, { body: bodyOf(sessions.at(-1) ?? first) });
    sessions.push(body.session);
  }
  return sessions;
}

const rowsOf = ({ database: { db } }: TestApp, owner: Owner) =>
  db
    .selectFrom('sessions')
    .select(['ended_at', 'chain'])
    .where(owner.audience === 'admin' ? 'admin_id' : 'person_id', '=', owner.id)
    .execute();

const liveOf = async (api: TestApp, owner: Owner) =>
  (await rowsOf(api, owner)).filter(({ ended_at }) => ended_at === null).length;

const ownerOf = (
  { audience }: Kind,
  holder: { readonly id: string; readonly personId?: string },
): Owner => ({
  audience,
  id: holder.personId ?? holder.id,
});

test.each(kinds)(
  'writes nothing on sign-out with a $audience token of an ended chain',
  async (kind) => {
    const { api, writes } = await start();
    const { session } = await kind.make(api);
    const [, latest = session] = await renew(api, kind, session, 1);
    await api.call(kind.logout, { token: latest.access_token });
    const before = writes();
    for (const token of [session.access_token, latest.access_token, 'garbage'])
      await api.call(kind.logout, { token });
    expect(writes()).toBe(before);
  },
);

test.each(kinds)(
  'writes nothing on renewal with a $audience token of an ended chain',
  async (kind) => {
    const { api, writes } = await start();
    const { session } = await kind.make(api);
    const [, latest = session] = await renew(api, kind, session, 1);
    expect((await api.refused(kind.refresh, { body: bodyOf(session) })).status).toBe(401);
    const before = writes();
    for (const used of [session, latest])
      expect((await api.refused(kind.refresh, { body: bodyOf(used) })).status).toBe(401);
    expect(writes()).toBe(before);
  },
);

test.each(kinds)(
  'keeps few rows however often a $audience session is renewed, and its first token still ends the chain',
  async (kind) => {
    const { api } = await start();
    const holder = await kind.make(api);
    const sessions = await renew(api, kind, holder.session, 40);
    expect((await rowsOf(api, ownerOf(kind, holder))).length).toBeLessThan(10);
    const latest = sessions.at(-1) ?? holder.session;
    await api.call(kind.verify, { token: latest.access_token });
    expect((await api.refused(kind.refresh, { body: bodyOf(holder.session) })).status).toBe(401);
    expect((await api.refused(kind.verify, { token: latest.access_token })).status).toBe(401);
  },
);

test('ends the renewed sessions on sign-out with an older token', async () => {
  const { api } = await start();
  const kind = kinds[0];
  const { session } = await kind.make(api);
  const latest = (await renew(api, kind, session, 3)).at(-1) ?? session;
  await api.call(kind.logout, { token: session.access_token });
  expect((await api.refused(kind.verify, { token: latest.access_token })).status).toBe(401);
});

test('renews a chain of an earlier release, and its first token still ends it', async () => {
  const { api } = await start();
  const kind = kinds[0];
  const { personId } = await makeFamily(api);
  const tokens = { access_token: newToken(), refresh_token: newToken() };
  const expires_at = api.clock.now / 1000 + 3600;
  await api.database.db
    .insertInto('sessions')
    .values({
      id: newId(),
      chain: newId(),
      person_id: personId,
      admin_id: null,
      access_hash: hashOf(tokens.access_token),
      refresh_hash: hashOf(tokens.refresh_token),
      created_at: api.clock.now,
      expires_at: expires_at * 1000,
      ended_at: null,
    })
    .execute();
  const first = { ...tokens, expires_at };
  const latest = (await renew(api, kind, first, 8)).at(-1) ?? first;
  await api.call(kind.verify, { token: latest.access_token });
  await api.refused(kind.refresh, { body: bodyOf(first) });
  expect((await api.refused(kind.verify, { token: latest.access_token })).status).toBe(401);
});

if (inject('engine') === 'postgres') {
  /** Runs `work` with an actor whose ended sessions another transaction has locked meanwhile. */
  async function besideEnded(work: (api: TestApp, actor: Actor) => Promise<void>): Promise<void> {
    const { api } = await start();
    const { session } = await makeFamily(api);
    const latest = (await renew(api, kinds[0], session, 3)).at(-1) ?? session;
    const actor = await findLiveSession(api.context(null), latest.access_token);
    if (actor === null) throw new Error('the session is not live');
    await api.database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ ended_at: 1 })
        .where('chain', '=', actor.chain)
        .where('ended_at', 'is not', null)
        .execute();
      await work(api, actor);
    });
  }

  test('writes only active sessions on sign-out, so that concurrent sign-outs of one chain do not deadlock', async () => {
    await besideEnded(async (api, actor) => {
      await endChain(api.context(actor));
      expect(await liveOf(api, { audience: 'family', id: actor.id })).toBe(0);
    });
  });

  test('can block with code that writes every row of the chain', async () => {
    let naive: Promise<unknown> = Promise.resolve();
    await besideEnded(async ({ database: { db } }, { chain }) => {
      naive = db
        .updateTable('sessions')
        .set((eb) => ({ ended_at: eb.ref('ended_at') }))
        .where('chain', '=', chain)
        .execute();
      await expectWaiting(db, 1);
    });
    await naive;
  });

  /** The active sessions of an account whose sessions are all ended during a renewal. */
  async function survivors(mayLock: boolean): Promise<number> {
    const { api } = await start();
    const { db } = api.database;
    const { session, personId } = await makeFamily(api);
    const owner = { audience: 'family', id: personId } as const;
    // The renewal deletes this row between ending one session and starting the next, and waits there
    // for its lock.
    const MONTH_MS = 31 * 24 * 3_600_000;
    const expired = await beginSession(api, owner, api.clock.now - MONTH_MS);
    const under = await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('sessions')
        .set({ ended_at: 1 })
        .where('refresh_hash', '=', hashOf(expired.refresh_token))
        .execute();
      const renewal = api.either(endpoints.refresh, { body: bodyOf(session) });
      await expectWaiting(db, 1);
      const ending = transact(api.context(null), async (work) => {
        if (mayLock) await lockAccount(work.tx, owner);
        await endSessions(work, owner);
      });
      await expectWaiting(db, 2);
      return [renewal, ending];
    });
    await Promise.all(under);
    return liveOf(api, owner);
  }

  test('locks the account, so that a concurrent end of its sessions includes the new one', async () => {
    expect(await survivors(true)).toBe(0);
  });

  test('loses the same race with code that does not lock the account', async () => {
    expect(await survivors(false)).toBe(1);
  });
}
