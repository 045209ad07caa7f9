// Transactions of the embedded engine, which has one writer: those that wait for it run one after
// the other and share a commit, and with it the wait for the disk.
import { CompiledQuery } from 'kysely';

import { codeOf } from './away.ts';
import type { Database, Db, Tx } from './types.ts';
import type { DeferredCheck } from './deferred.ts';

/** The first of a group waits for the work of the others, so that there is an end to them. */
const MAX_AT_ONCE = 64;

/**
 * The event loop accepts one new connection in each of its turns, and a group takes one turn as
 * long as hundreds: whoever is new would be answered last, after others had come ten times.
 */
const MAX_TURNS = 64;

const SAVEPOINT = CompiledQuery.raw('savepoint member');
const RELEASE = CompiledQuery.raw('release member');
const ROLLBACK = CompiledQuery.raw('rollback to member');

/** A transaction that waits for its turn. */
interface Member {
  /**
   * Does its work; the returned function says so to its caller, and is called when it is on disk.
   * Throws to be undone.
   */
  run(tx: Tx): Promise<() => void>;
  reject(error: unknown): void;
}

/**
 * SQLite has undone the whole group by itself in the middle of somebody's work, as it does when the
 * disk is full.
 */
class GroupUndone extends Error {
  override name = 'GroupUndone';
}

/** Throws GroupUndone where there is nothing left to go back to. */
async function undo(tx: Tx, cause: unknown): Promise<void> {
  try {
    await tx.executeQuery(ROLLBACK);
    await tx.executeQuery(RELEASE);
  } catch {
    throw new GroupUndone('SQLite has undone the whole group.', { cause });
  }
}

/**
 * Makes the `transact` of a database; `announce` is called for what its transactions announce. A
 * group is made of those that have arrived when the writer is free; nobody waits for somebody who
 * may come. What SQLite checks at the commit is checked by `deferred` for each.
 */
export function createGroupCommit(
  db: Db,
  announce: Database['announce'],
  deferred: DeferredCheck,
): Database['transact'] {
  const waiting: Member[] = [];
  let isBusy = false;

  /**
   * Once a turn of the event loop has brought nothing more: what has arrived by then is part of the
   * group.
   */
  function begin(): void {
    isBusy = true;
    let turns = 0;
    let known = 0;
    const look = () => {
      turns += 1;
      const hasGrown = waiting.length > known;
      known = waiting.length;
      if (hasGrown && turns < MAX_TURNS) setImmediate(look);
      else run();
    };
    setImmediate(look);
  }

  function run(): void {
    void runTogether(waiting.splice(0, MAX_AT_ONCE)).then(() => {
      if (waiting.length > 0) begin();
      else isBusy = false;
    });
  }

  /** Never throws: what fails is the callers' to hear. */
  async function runTogether(members: readonly Member[]): Promise<void> {
    if (members.length === 1) return runApart(members);
    try {
      const settled: (() => void)[] = [];
      await db.transaction().execute(async (tx) => {
        for (const member of members) settled.push(await runWithin(tx, member));
      });
      for (const settle of settled) settle();
    } catch (error) {
      // The fault of one, found too late to undo it alone.
      const isOfOne =
        error instanceof GroupUndone || codeOf(error) === 'SQLITE_CONSTRAINT_FOREIGNKEY';
      if (isOfOne) await runApart(members);
      else for (const member of members) member.reject(error);
    }
  }

  async function runApart(members: readonly Member[]): Promise<void> {
    for (const member of members)
      try {
        const settle = await db.transaction().execute((tx) => member.run(tx));
        settle();
      } catch (error) {
        member.reject(error);
      }
  }

  /**
   * In a savepoint of its own. A refusal, too, is said only with the commit: what it has seen of
   * others may yet be undone.
   */
  async function runWithin(tx: Tx, member: Member): Promise<() => void> {
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

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        async run(tx) {
          const messages = new Set<string>();
          const result = await work(tx, (message) => messages.add(message));
          const tell = async () => {
            for (const message of messages) announce(message);
            return result;
          };
          return () => resolve(tell());
        },
        reject,
      });
      if (!isBusy) begin();
    });
}
