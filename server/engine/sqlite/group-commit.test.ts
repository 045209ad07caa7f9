// Transactions of the embedded engine that share a commit: each rolls back separately, and none is
// confirmed before it is on disk.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import SqliteFile from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

import type { Tables } from '../../schema/tables.ts';
import { newFolder, openFolder } from '../../testing/database/folders.ts';
import { DatabaseAway } from '../away.ts';
import { runTogether } from '../context.ts';
import type { Tx } from '../database.ts';
import type { DeferredCheck } from './deferred.ts';
import { WritingSqliteDialect } from './dialect.ts';
import { createGroupCommit } from './group-commit.ts';

/** A database whose commits fail on demand, as on a broken disk. */
class FailingDialect extends WritingSqliteDialect {
  failsToCommit = false;

  override createDriver() {
    const driver = super.createDriver();
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      if (this.failsToCommit)
        throw new SqliteFile.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
      await commit(connection);
    };
    return driver;
  }
}

const unchecked: DeferredCheck = { begin: () => undefined, check: () => undefined };

/** A file with parents and children, and a log of its statements. */
function open(deferred = unchecked) {
  const folder = mkdtempSync(join(tmpdir(), 'lessons-group-'));
  const ran: string[] = [];
  const file = new SqliteFile(join(folder, 'test.db'), {
    verbose: (text) => ran.push(String(text)),
  });
  file.pragma('journal_mode = wal');
  file.pragma('foreign_keys = on');
  file.exec('create table parents (id text primary key)');
  file.exec(
    'create table children (id text primary key, parent text references parents (id) deferrable initially deferred)',
  );
  ran.length = 0;
  const dialect = new FailingDialect(file);
  const db = new Kysely<Tables>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  const heard: string[] = [];
  const transact = createGroupCommit(db, (message) => heard.push(message), deferred);
  const kept = () =>
    file
      .prepare<[], { id: string }>('select id from parents order by id')
      .all()
      .map(({ id }) => id);
  const times = (statement: string) => ran.filter((text) => text === statement).length;
  return { dialect, file, db, transact, heard, kept, times };
}

const add = (id: string) => (tx: Tx) => sql`insert into parents (id) values (${id})`.execute(tx);
const orphan = (id: string) => (tx: Tx) =>
  sql`insert into children (id, parent) values (${id}, 'nobody')`.execute(tx);
/** Rolls back everything, like SQLite does when the disk is full. */
const undoAll = async (tx: Tx) => {
  await sql.raw('rollback').execute(tx);
  throw new Error('the disk is full');
};

/** Runs a transaction in a group between two that succeed. */
const besideOthers = (
  transact: ReturnType<typeof open>['transact'],
  work: (tx: Tx) => Promise<unknown>,
) => Promise.allSettled([transact(add('a')), transact(work), transact(add('b'))]);
/** The outcomes if only it fails. */
const failsAlone = (reason: object) => [
  { status: 'fulfilled' },
  { status: 'rejected', reason },
  { status: 'fulfilled' },
];

test('commits a single transaction without a savepoint', async () => {
  const { transact, kept, times } = open();
  await transact(add('a'));
  expect(kept()).toEqual(['a']);
  expect([times('begin immediate'), times('savepoint member'), times('commit')]).toEqual([1, 0, 1]);
});

test('runs waiting transactions in order, with one commit', async () => {
  const { transact, kept, times } = open();
  const seen: number[] = [];
  await Promise.all(
    ['a', 'b', 'c'].map((id) =>
      transact(async (tx) => {
        seen.push((await sql`select id from parents`.execute(tx)).rows.length);
        await add(id)(tx);
      }),
    ),
  );
  expect(kept()).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual([0, 1, 2]);
  expect(times('commit')).toBe(1);
});

test('puts transactions that arrive during a group into the next one', async () => {
  const { transact, times } = open();
  let late: Promise<unknown> = Promise.resolve();
  await Promise.all([
    transact(async () => {
      late = transact(add('late'));
    }),
    transact(add('a')),
  ]);
  await late;
  expect(times('commit')).toBe(2);
});

test('limits the size of a group', async () => {
  const { transact, kept, times } = open();
  const many = Array.from({ length: 100 }, (_, index) => String(index));
  await Promise.all(many.map((id) => transact(add(id))));
  expect(kept()).toHaveLength(100);
  expect(times('commit')).toBe(2);
});

test('rolls back only a transaction that throws, and reports its error after the commit', async () => {
  const { transact, kept, times } = open();
  const refuse = async (tx: Tx) => {
    await add('half done')(tx);
    throw new Error('refused');
  };
  const commits: number[] = [];
  const outcomes = await Promise.allSettled([
    transact(add('a')),
    transact(refuse).finally(() => commits.push(times('commit'))),
    transact(add('b')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { message: 'refused' } });
  expect(kept()).toEqual(['a', 'b']);
  expect(commits).toEqual([1]);
});

test('confirms nothing before the commit', async () => {
  const { transact, times } = open();
  const commits: number[] = [];
  await Promise.all(
    ['a', 'b'].map((id) => transact(add(id)).then(() => commits.push(times('commit')))),
  );
  expect(commits).toEqual([1, 1]);
});

test('announces after the commit, and nothing that was rolled back', async () => {
  const { transact, heard } = open();
  await Promise.allSettled([
    transact(async (tx, announce) => {
      announce('kept');
      announce('kept');
      expect(heard).toEqual([]);
      await add('a')(tx);
    }),
    transact(async (_, announce) => {
      announce('undone');
      throw new Error('refused');
    }),
  ]);
  expect(heard).toEqual(['kept']);
});

test('fails only the transaction that broke a deferred constraint', async () => {
  const { transact, kept } = open();
  const outcomes = await besideOthers(transact, orphan('child'));
  expect(outcomes).toMatchObject(failsAlone({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' }));
  expect(kept()).toEqual(['a', 'b']);
});

test('fails a transaction that broke a constraint even if a later one repairs it', async () => {
  let file: SqliteFile.Database | null = null;
  const check = () => {
    const broken = file
      ?.prepare('select 1 from children where parent not in (select id from parents)')
      .get();
    if (broken !== undefined) throw new Error('an orphan');
  };
  const opened = open({ begin: () => undefined, check });
  ({ file } = opened);
  const outcomes = await Promise.allSettled([
    opened.transact(orphan('child')),
    opened.transact(add('nobody')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(opened.kept()).toEqual(['nobody']);
});

test('fails one transaction and commits the others when SQLite rolls back the group', async () => {
  const { transact, kept } = open();
  const outcomes = await besideOthers(transact, undoAll);
  expect(outcomes).toMatchObject(failsAlone({ message: 'the disk is full' }));
  expect(kept()).toEqual(['a', 'b']);
});

/** A step that breaks a constraint and so makes SQLite roll back the whole transaction. */
const breakAndRollBack = (tx: Tx) =>
  sql`insert or rollback into parents (id) values ('a')`.execute(tx);

test.each(['alone', 'in a group'])(
  'runs no further step of a transaction that SQLite has rolled back: %s',
  async (company) => {
    const { file, transact, kept, times } = open();
    file.exec("insert into parents (id) values ('a')");
    const broken = transact((tx) =>
      runTogether([add('b')(tx), breakAndRollBack(tx), add('c')(tx)]),
    );
    const other = company === 'alone' ? Promise.resolve() : transact(add('d'));
    await expect(broken).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    await other;
    expect(kept()).toEqual(company === 'alone' ? ['a'] : ['a', 'd']);
    expect(times("insert into parents (id) values ('c')")).toBe(0);
    await transact(add('e'));
    expect(kept()).toContain('e');
  },
);

test('commits nothing of a transaction that SQLite rolled back, even when its work continues', async () => {
  const { file, transact, kept } = open();
  file.exec("insert into parents (id) values ('a')");
  const broken = transact(async (tx) => {
    await add('b')(tx);
    await breakAndRollBack(tx).catch(() => undefined);
    await add('c')(tx);
  });
  await expect(broken).rejects.toThrow(DatabaseAway);
  const silent = transact(async (tx) => {
    await add('b')(tx);
    await breakAndRollBack(tx).catch(() => undefined);
  });
  await expect(silent).rejects.toThrow(DatabaseAway);
  expect(kept()).toEqual(['a']);
});

test('fails all transactions of a failed commit, and not the next ones', async () => {
  const { dialect, transact, kept } = open();
  dialect.failsToCommit = true;
  const outcomes = await Promise.allSettled(['a', 'b'].map((id) => transact(add(id))));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { code: 'SQLITE_IOERR_FSYNC' } });
  expect(kept()).toEqual([]);
  dialect.failsToCommit = false;
  await transact(add('c'));
  expect(kept()).toEqual(['c']);
});

test('fails only the caller whose listener throws', async () => {
  const { db } = open();
  const fail = (message: string) => {
    throw new Error(`nobody hears ${message}`);
  };
  const transact = createGroupCommit(db, fail, unchecked);
  const outcomes = await Promise.allSettled([
    transact(async (tx, announce) => {
      announce('this');
      await add('a')(tx);
    }),
    transact(add('b')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});

test('confirms and stores nothing of a group when the process is killed before the commit', async () => {
  const dataDir = await newFolder();
  const child = fork(join(import.meta.dirname, '../../testing/races/die-in-group.ts'), [dataDir]);
  const said: unknown[] = [];
  child.on('message', (message) => said.push(message));
  const [, signal] = await once(child, 'exit');
  expect([signal, said]).toEqual(['SIGKILL', ['alone', 'dies beside 3']]);
  const database = await openFolder(dataDir);
  onTestFinished(() => database.close());
  const rows = await database.db.selectFrom('enquiries').select('name').execute();
  expect(rows).toEqual([{ name: 'alone' }]);
});
