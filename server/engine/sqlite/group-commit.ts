// Group commit for the embedded engine, which has one writer. Waiting transactions run one after
// the other and share a commit, and with it one wait for the disk.
import { CompiledQuery } from 'kysely';

import { codeOf } from '../away.ts';
import type { Database, Db, Tx } from '../types.ts';
import type { DeferredCheck } from './deferred.ts';

/**
 * The maximum size of a group. The first member waits for the work of all others, so a group must
 * end.
 */
const MAX_AT_ONCE = 64;

/**
 * The maximum number of event-loop turns to wait. Each turn accepts one new connection, while a
 * group blocks for as long as hundreds of turns; without the wait, new clients would be answered
 * last.
 */
const MAX_TURNS = 64;

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLLBACK = CompiledQuery.raw('rollback to member');

/** A transaction waiting for its turn. */
interface WaitingTransaction {
  /**
   * Runs the work. The returned function resolves the promise of the caller; it is called once the
   * commit is on disk. Throws to be rolled back.
   */
  run(tx: Tx): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * SQLite has rolled back the whole group by itself during one member, as it does when the disk is
 * full.
 */
class GroupUndone extends Error {
  override name = 'GroupUndone';
}

/** Rolls back one member. Throws GroupUndone when the savepoint no longer exists. */
async function undo(tx: Tx, cause: unknown): Promise<void> {
  try {
    await tx.executeQuery(ROLLBACK);
    await tx.executeQuery(RELEASE);
  } catch {
    throw new GroupUndone('SQLite rolled back the whole group', { cause });
  }
}

/**
 * Creates the `transact` of a database. Calls `announce` for what its transactions announce. A
 * group consists of the transactions that are waiting when the writer becomes free; it does not
 * wait for later ones. `deferred` checks for each member what SQLite would only check at the
 * commit.
 */
export function createGroupCommit(
  db: Db,
  announce: Database['announce'],
  deferred: DeferredCheck,
): Database['transact'] {
  const waiting: WaitingTransaction[] = [];
  let isBusy = false;

  /** Starts a group once a turn of the event loop has added no transaction. */
  function begin(): void {
    isBusy = true;
    let turns = 0;
    let size = 0;
    const waitForMore = () => {
      turns += 1;
      const hasGrown = waiting.length > size;
      size = waiting.length;
      if (hasGrown && turns < MAX_TURNS) setImmediate(waitForMore);
      else run();
    };
    setImmediate(waitForMore);
  }

  function run(): void {
    void runTogether(db, waiting.splice(0, MAX_AT_ONCE), deferred).then(() => {
      if (waiting.length > 0) begin();
      else isBusy = false;
    });
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        async run(tx) {
          const messages = new Set<string>();
          const result = await work(tx, (message) => messages.add(message));
          const announceAll = async () => {
            for (const message of messages) announce(message);
            return result;
          };
          return () => resolve(announceAll());
        },
        reject,
      });
      if (!isBusy) begin();
    });
}

/** Runs the members in one transaction. Never throws: errors are passed to the callers. */
async function runTogether(
  db: Db,
  members: WaitingTransaction[],
  deferred: DeferredCheck,
): Promise<void> {
  if (members.length === 1) return runSeparately(db, members);
  try {
    const settled: (() => void)[] = [];
    await db.transaction().execute(async (tx) => {
      for (const member of members) settled.push(await runWithin(tx, member, deferred));
    });
    for (const settle of settled) settle();
  } catch (error) {
    // One member caused the error, found too late to roll back only that one.
    const isCausedByOne =
      error instanceof GroupUndone || codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY';
    if (isCausedByOne) await runSeparately(db, members);
    else for (const member of members) member.reject(error);
  }
}

async function runSeparately(db: Db, members: WaitingTransaction[]): Promise<void> {
  for (const member of members)
    try {
      const settle = await db.transaction().execute((tx) => member.run(tx));
      settle();
    } catch (error) {
      member.reject(error);
    }
}

/**
 * Runs a member in its own savepoint. Even its error is only reported after the commit, because it
 * may depend on changes of other members that are still rolled back.
 */
async function runWithin(
  tx: Tx,
  member: WaitingTransaction,
  deferred: DeferredCheck,
): Promise<() => void> {
  await tx.executeQuery(SAVEPOINT);
  deferred.begin();
  try {
    const settle = await member.run(tx);
    deferred.check();
    await tx.executeQuery(RELEASE);
    return settle;
  } catch (error) {
    await undo(tx, error);
    return () => member.reject(error);
  }
}
