// A read replica for lists. It reads a list only once it has everything that the primary had when
// the list was asked for: nobody gets an older list than the primary's, whoever has written it on
// whichever process, and whoever a live stream has told of it.
import { setImmediate } from 'node:timers/promises';

import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

import type { Tables } from '../schema/tables.ts';
import { DatabaseAway, reasonOf } from './away.ts';
import { openPool } from './postgres-pool.ts';
import { chooseServer } from './postgres-servers.ts';
import { asPoolClient } from './postgres-sharing.ts';
import {
  type Ask,
  type Position,
  readPosition,
  requireSame,
  ReplicaBehind,
  requireReached,
} from './replica-position.ts';
import type { Db, Replica } from './types.ts';

/** Lists that are read there at once; more of them are read from the primary. */
const LISTS = 8;
const LOCK_TIMEOUT_MS = 500;
/**
 * What a list loses at most where the replica fails it: for a connection, for all that comes before
 * the list, and for a replica to catch up.
 */
const PATIENCE_MS = { connect: 300, all: 500, catchUp: 100 } as const;
/** A replica that has failed is out of use until a probe succeeds. */
const PROBE_MS = 1000;
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

export function openReplica({ url, primary, askPrimary, onChange }: ReplicaOptions): Replica {
  const server = openPool(chooseServer([url]), () => undefined, {
    // One more for the probe.
    max: LISTS + 1,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    connectMs: PATIENCE_MS.connect,
  });
  const connect = async () => {
    const client = await server.connect();
    return asPoolClient(
      (text, values) => client.query(text, values),
      (destroy) => client.release(destroy),
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
  /** What the primary had and the replica lacked at its last probe, oldest first. */
  let lacked: { readonly bytes: number; readonly at: number }[] = [];

  function judge(found: string | null): void {
    if (isClosed || found === fault) return;
    fault = found;
    onChange(found);
  }

  function leave(error: unknown): void {
    judge(reasonOf(error));
    // Lists that wait for a frozen server go to the primary at once.
    if (!(error instanceof ReplicaBehind)) server.abandon();
  }

  /** Runs `work` on a connection whose server has reached the position. */
  async function onReplica<T>(position: Position, work: (db: Db) => Promise<T>): Promise<T> {
    const timer = setTimeout(() => leave(new Error('it does not answer')), PATIENCE_MS.all);
    try {
      // The same connection for both: behind one address there may be several replicas.
      return await db.connection().execute(async (own) => {
        await requireReached(askOn(own), position, PATIENCE_MS.catchUp);
        clearTimeout(timer);
        return work(own);
      });
    } finally {
      clearTimeout(timer);
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
      return { value: await onReplica(position, reached) };
    } catch (error) {
      if (!isReached) leave(error);
      // Among others, a statement that was in the way of what had to be replayed.
      else if (!(error instanceof DatabaseAway || error instanceof pg.DatabaseError)) throw error;
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
      await onReplica(position, (own) => requireSame(askPrimary, askOn(own)));
      lacked = [];
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
