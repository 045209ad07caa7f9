// Whether a read replica has everything that the primary had at a moment: by positions in the
// write-ahead log, so that no clock counts.
import { setTimeout as sleep } from 'node:timers/promises';

/** What the statements below select. */
export interface PositionRow {
  readonly bytes?: number | string | null;
  readonly timeline?: string | null;
  readonly identity?: string;
  readonly collation?: string | null;
}

/** Runs one of them. */
export type Ask = (
  text: string,
  values: readonly unknown[],
) => Promise<{ readonly rows: readonly PositionRow[] }>;

/** Everything that was committed and acknowledged before it was read. */
export interface Position {
  /** Bytes of the log that are on disk. */
  readonly bytes: number;
  /** Counts the failovers before; the bytes of different timelines do not compare. */
  readonly timeline: string;
  /** Names the cluster and the database. */
  readonly identity: string;
}

/** A replica looks this often whether it has caught up. */
const PAUSE_MS = 3;
/** Where the log begins. As a parameter, so that the statements are prepared. */
const START = '0/0';
const IDENTITY = `concat_ws('/', (pg_control_system()).system_identifier, current_database())
  as identity`;

/** It lacks something that the primary has; `replayed` are the bytes of the log that it has. */
export class ReplicaBehind extends Error {
  override name = 'ReplicaBehind';
  readonly replayed: number;

  constructor(replayed: number) {
    super('it is behind the primary');
    this.replayed = replayed;
  }
}

/**
 * Reads the position of the primary. A server that is no primary at the moment gives a position
 * that no replica reaches.
 */
export async function readPosition(primary: Ask): Promise<Position> {
  const { rows } = await primary(
    `select (lsn - $1::pg_lsn)::bigint as bytes, left(pg_walfile_name(lsn), 8) as timeline,
       ${IDENTITY}
     from (select case when not pg_is_in_recovery()
       then pg_current_wal_flush_lsn() end as lsn) log`,
    [START],
  );
  const { bytes = null, timeline = null, identity = '' } = rows[0] ?? {};
  return { bytes: bytes === null ? Infinity : Number(bytes), timeline: timeline ?? '', identity };
}

/**
 * Waits until the replica has the position. Throws ReplicaBehind if that takes longer than
 * `patienceMs`, and an Error if the server is no replica of that database and timeline.
 */
export async function requireReached(
  replica: Ask,
  position: Position,
  patienceMs: number,
): Promise<void> {
  const end = performance.now() + patienceMs;
  // The last look begins after the end: a busy process may have read the one before too late.
  for (let isLast = false; ; isLast = performance.now() >= end) {
    const { rows } = await replica(
      `select (pg_last_wal_replay_lsn() - $1::pg_lsn)::bigint as bytes, lpad(upper(to_hex(
         (pg_control_recovery()).min_recovery_end_timeline)), 8, '0') as timeline,
         ${IDENTITY}
       where pg_is_in_recovery()`,
      [START],
    );
    const [found] = rows;
    if (found === undefined) throw new Error('it takes writes, so it is no replica');
    if (found.identity !== position.identity) throw new Error('it is no replica of this database');
    if (found.timeline !== position.timeline)
      throw new Error('it has not followed a failover of the primary yet');
    const replayed = Number(found.bytes ?? 0);
    if (replayed >= position.bytes) return;
    if (isLast) throw new ReplicaBehind(replayed);
    await sleep(PAUSE_MS);
  }
}

/**
 * Throws an Error if the two compare text by different versions of a library: indexes of the
 * primary then find too little on the replica.
 */
export async function requireSameCollation(primary: Ask, replica: Ask): Promise<void> {
  const read = async (ask: Ask) => {
    const { rows } = await ask(
      `select pg_database_collation_actual_version(oid) as collation
       from pg_database where datname = current_database()`,
      [],
    );
    return rows[0]?.collation;
  };
  if ((await read(replica)) !== (await read(primary)))
    throw new Error('its system sorts text in another way than that of the primary');
}
