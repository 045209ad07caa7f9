// The boxes of practice: questions enter when they were missed and move with each answer.
import type { Result } from '../../../domain/marking/marking.ts';
import { dueOn, nextBox } from '../../../domain/rooms/practice.ts';
import { ukDate } from '../../../domain/time.ts';
import type { Work } from '../../engine/context.ts';
import { lockStudents } from '../students.ts';

interface MissedQuestion {
  readonly itemId: string;
  readonly studentId: string;
  readonly familyId: string;
}

/**
 * Puts missed questions into the first box, unless the student has practised them before or was
 * removed, or the tutor has deleted them.
 */
export async function startPractice(work: Work, all: MissedQuestion[]): Promise<void> {
  if (all.length === 0) return;
  const { tx, now } = work;
  const rows = await tx
    .selectFrom('topic_items')
    .select('id')
    .where(
      'id',
      'in',
      all.map(({ itemId }) => itemId),
    )
    .where('deleted_at', 'is', null)
    .execute();
  const visible = new Set(rows.map(({ id }) => id));
  const students = new Set(all.map(({ studentId }) => studentId));
  const locked = await lockStudents(work, [...students]);
  const missed = all.filter(
    ({ itemId, studentId }) => visible.has(itemId) && locked.has(studentId),
  );
  if (missed.length === 0) return;
  await tx
    .insertInto('practice_boxes')
    .values(
      missed.map(({ itemId, studentId, familyId }) => ({
        item_id: itemId,
        student_id: studentId,
        family_id: familyId,
        box: 1,
        due_on: dueOn(1, ukDate(now)),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface BoxKey {
  itemId: string;
  studentId: string;
}

/** Locks a question's place in the boxes. Returns its box if it is due today, otherwise null. */
export async function lockDue(
  { tx, now }: Work,
  { itemId, studentId }: BoxKey,
): Promise<number | null> {
  const row = await tx
    .updateTable('practice_boxes')
    .set((eb) => ({ box: eb.ref('box') }))
    .where('item_id', '=', itemId)
    .where('student_id', '=', studentId)
    .where('due_on', '<=', ukDate(now))
    .returning('box')
    .executeTakeFirst();
  return row?.box ?? null;
}

/** Moves a question on after an answer. */
export async function moveBox(
  { tx, now }: Work,
  { itemId, studentId }: BoxKey,
  { box, result }: { box: number; result: Result },
): Promise<void> {
  const next = nextBox(box, result);
  await tx
    .updateTable('practice_boxes')
    .set({ box: next, due_on: next === null ? null : dueOn(next, ukDate(now)) })
    .where('item_id', '=', itemId)
    .where('student_id', '=', studentId)
    .execute();
}
