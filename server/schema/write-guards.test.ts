// The unique constraints that guard writes are named as each engine names them.
import { sql } from 'kysely';
import { expect } from 'vitest';

import { GuardError, runGuarded } from '../engine/context.ts';
import { violates } from '../engine/database.ts';
import { hasRowLocks } from '../engine/row-locks.ts';
import { makeLesson } from '../testing/factories.ts';
import { test } from '../testing/test.ts';
import { writeGuards } from './write-guards.ts';

test('names the constraints as the database does', async ({ db }) => {
  const { rows } = hasRowLocks(db)
    ? await sql<{ name: string }>`
        select indexrelid::regclass::text as name from pg_index where indisunique`.execute(db)
    : await sql<{ name: string }>`
        select (select group_concat(m.name || '.' || i.name, ', ' order by i.seqno)
          from pragma_index_info(l.name) i) as name
        from sqlite_master m, pragma_index_list(m.name) l
        where m.type = 'table' and l."unique" = 1`.execute(db);
  const names = new Set(rows.map(({ name }) => name));
  const wanted = writeGuards.map(({ name, columns }) => (hasRowLocks(db) ? name : columns));
  expect(wanted.filter((name) => !names.has(name))).toEqual([]);
});

test('asks the rules about constraints that it names, and no others', async ({ api, family }) => {
  const lesson = await makeLesson(api);
  const id = await family.book(lesson.id);
  const copied = ['lesson_id', 'family_id', 'student_id', 'created_at'] as const;
  const insertAgain = (newId: string) =>
    runGuarded(
      api.context(null),
      async ({ tx }) => {
        const row = await tx
          .selectFrom('bookings')
          .select(copied)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        await tx
          .insertInto('bookings')
          .values({ ...row, id: newId })
          .execute();
      },
      async () => {
        throw new GuardError('explained');
      },
    );
  await expect(insertAgain('another')).rejects.toThrow('explained');
  const [failed] = await Promise.allSettled([
    runGuarded(
      api.context(null),
      async ({ tx }) => {
        await tx.insertInto('families').values({ id: family.id, created_at: 0 }).execute();
      },
      async () => {
        throw new GuardError('explained');
      },
    ),
  ]);
  expect(failed).toMatchObject({ status: 'rejected' });
  const reason: unknown = failed.status === 'rejected' ? failed.reason : null;
  expect(reason).not.toBeInstanceOf(GuardError);
  expect(writeGuards.some((constraint) => violates(reason, constraint))).toBe(false);
});
