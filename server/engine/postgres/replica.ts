// A read replica for lists. It reads a list only once it has everything that the primary had when
// the list was asked for. So nobody gets an older list than the primary's: neither after a write by
// any process, nor after a live stream has reported a change.
import { setImmediate } from 'node:timers/promises';

import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import type { Tables } from '../../schema/tables.ts';
import { DatabaseAway, reasonOf } from '../away.ts';
import type { Db, Replica } from '../types.ts';
import { openPool } from './pool.ts';
import { requireSessions } from './pooler.ts';
import {
  type Ask,
  type Position,
  readPosition,
  requireSameCollation,
  ReplicaBehind,
  requireReached,
} from './replica-position.ts';
import { chooseServer } from './servers.ts';
import { asPoolClient } from './sharing.ts';

/** Lists that are read there at once; more of them are read from the primary. */
const LISTS = 8;
const LOCK_TIMEOUT_MS = 500;
/**
 * What a list loses at most where the replica fails it. A primary that freezes then must still
 * refuse the list within ten seconds.
 */
const PATIENCE_MS = {
  /** For all that comes before the list. */
  before: 500,
  /** In that, for a replica to catch up. */
  catchUp: 100,
  /** For the check and the list, once there is a connection. */
  connection: 1200,
  /** For each statement. */
  statement: 1000,
} as const;
const TICK_MS = 50;
const PROBE_MS = 1000;
/**
 * A replica that has failed returns after this many good probes in a row. One that fails lists may
 * pass probes all the same.
 */
const GOOD_PROBES = { afterFault: 3, afterFailedLists: 60 } as const;
/** A failed list counts ten, and a list that was read takes one off. */
const FAILED = { list: 10, leave: 30 } as const;
/** An hour of probes, from which a longer lag is measured as well. */
const MAX_LACKED = 3600;

interface ReplicaOptions {
  /** A connection string of one server. */
  readonly url: string;
  readonly primary: Db;
  readonly askPrimary: Ask;
  /** Called with the reason when lists go back to the primary, and with null when they return. */
  readonly onChange: (fault: string | null) => void;
}

/**
 * Calls `ring` after this many milliseconds, unless it is cancelled. Timers run before sockets are
 * read, so while this process is stalled, no time passes: the answer may be there already.
 */
function alarm(ms: number, ring: () => void): () => void {
  let left = ms / TICK_MS;
  const timer = setInterval(() => {
    left -= 1;
    if (left > 0) return;
    clearInterval(timer);
    ring();
  }, TICK_MS);
  return () => clearInterval(timer);
}

export function openReplica({ url, primary, askPrimary, onChange }: ReplicaOptions): Replica {
  const server = openPool(chooseServer([url]), () => undefined, {
    // One more for the probe.
    max: LISTS + 1,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    statementTimeoutMs: PATIENCE_MS.statement,
  });
  const connect = async () => {
    const client = await server.connect();
    const cancel = alarm(PATIENCE_MS.connection, () => client.abandon());
    return asPoolClient(
      (text, values) => client.query(text, values),
      (destroy) => {
        cancel();
        // While it is out of use, each probe opens a connection: an idle one may be to a good
        // server of several.
        client.release(destroy === true || fault !== null);
      },
    );
  };
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { ...server, options: server.pool.options, connect } }),
  });
  const askOn =
    (own: Db): Ask =>
    (text, values) =>
      own.executeQuery(CompiledQuery.raw(text, [...values]));
  const reads = { replica: 0, primary: 0 };
  let fault: string | null = 'it has not been tried yet';
  let inUse = 0;
  let isClosed = false;
  let hasSessions = false;
  let goodProbes = 0;
  let neededProbes = 1;
  let failed = 0;
  /** What the primary had and the replica lacked at its last probe, oldest first. */
  let lacked: { readonly bytes: number; readonly at: number }[] = [];

  function judge(found: string | null, needed: number = GOOD_PROBES.afterFault): void {
    if (found !== null) {
      neededProbes = fault === null ? needed : Math.max(needed, neededProbes);
      goodProbes = 0;
    }
    if (isClosed || found === fault) return;
    fault = found;
    onChange(found);
  }

  function leave(error: unknown, needed?: number): void {
    judge(reasonOf(error), needed);
    // Lists that wait for a frozen server go to the primary at once.
    if (!(error instanceof ReplicaBehind)) server.abandon();
  }

  /** Runs `work` on a connection whose server has reached the position. */
  async function onReplica<T>(position: Position, work: (db: Db) => Promise<T>): Promise<T> {
    let late: Error | null = null;
    const cancel = alarm(PATIENCE_MS.before, () => {
      late = new Error('it does not answer');
      leave(late);
    });
    try {
      // The same connection for both: behind one address there may be several replicas.
      return await db.connection().execute(async (own) => {
        await requireReached(askOn(own), position, PATIENCE_MS.catchUp);
        cancel();
        return work(own);
      });
    } catch (error) {
      // Rather than that its connection was closed for that.
      throw late ?? error;
    } finally {
      cancel();
    }
  }

  let asked: Promise<Position> | null = null;
  /** The lists of one turn share a position, which is read after all of them were asked for. */
  function askPosition(): Promise<Position> {
    asked ??= setImmediate().then(() => {
      asked = null;
      return readPosition(askPrimary);
    });
    return asked;
  }

  /** Null if the replica has failed, so that the primary has to read it. */
  async function tryReplica<T>(work: (db: Db) => Promise<T>): Promise<{ value: T } | null> {
    const position = await askPosition();
    let isReached = false;
    const reached = (own: Db) => {
      isReached = true;
      return work(own);
    };
    try {
      const value = await onReplica(position, reached);
      failed = Math.max(0, failed - 1);
      return { value };
    } catch (error) {
      // Among others, a statement that was in the way of what had to be replayed.
      const isFailed = error instanceof DatabaseAway || error instanceof pg.DatabaseError;
      if (isReached && !isFailed) throw error;
      if (isReached) failed += FAILED.list;
      // Else it closed the connection of this list as well.
      if (fault !== null) return null;
      if (!isReached) leave(error);
      else if (failed >= FAILED.leave) leave(error, GOOD_PROBES.afterFailedLists);
      return null;
    }
  }

  async function probe(): Promise<void> {
    let position: Position;
    try {
      position = await readPosition(askPrimary);
    } catch (error) {
      return judge(`the primary is away (${reasonOf(error)})`);
    }
    if (lacked.length < MAX_LACKED) lacked.push({ bytes: position.bytes, at: performance.now() });
    try {
      if (!hasSessions) await requireSessions(url);
      hasSessions = true;
      await onReplica(position, (own) => requireSameCollation(askPrimary, askOn(own)));
      lacked = [];
      goodProbes += 1;
      if (fault === null || goodProbes < neededProbes) return;
      failed = 0;
      judge(null);
    } catch (error) {
      if (error instanceof ReplicaBehind)
        lacked = lacked.filter(({ bytes }) => bytes > error.replayed);
      leave(error);
    }
  }

  async function keepProbing(): Promise<void> {
    await probe();
    if (!isClosed) setTimeout(() => void keepProbing(), PROBE_MS).unref();
  }
  void keepProbing();

  return {
    async read(work) {
      if (fault === null && inUse < LISTS) {
        inUse += 1;
        try {
          const found = await tryReplica(work);
          if (found !== null) {
            reads.replica += 1;
            return found.value;
          }
        } finally {
          inUse -= 1;
        }
      }
      reads.primary += 1;
      return work(primary);
    },
    use: () => ({
      isUsed: fault === null,
      lagMs: lacked[0] === undefined ? 0 : performance.now() - lacked[0].at,
      reads,
    }),
    async close() {
      isClosed = true;
      server.abandon();
      await db.destroy();
    },
  };
}
