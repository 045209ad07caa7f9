// The log of what admins did, written in the same transaction as the action. It is never deleted,
// so it stores only ids. Names and texts are looked up on reading, and disappear once they are
// erased.
import { type ExpressionBuilder, sql } from 'kysely';

import { type Activity, type ActivityKind, MAX_ACTIVITIES_LISTED } from '../../domain/activity.ts';
import { toIso } from '../../domain/time.ts';
import { newId } from '../base/ids.ts';
import type { InstantWindow } from '../base/windows.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import type { Tables } from '../schema/tables.ts';

/** Who did what, and what it concerns. */
export interface NewActivity {
  readonly adminId: string;
  readonly kind: ActivityKind;
  readonly familyId?: string;
  /** Set when the action concerns one student of the family. */
  readonly studentId?: string;
  readonly enquiryId?: string;
  readonly lessonId?: string;
  readonly emailId?: string;
  /** The number of the family's ledger entry that stores the reason. */
  readonly ledgerEntry?: number;
  /** Further details, without any names. */
  readonly detail?: string;
}

/** Adds a line to the activity log, at the time of the work and in its transaction. */
export async function recordActivity({ tx, now }: Work, activity: NewActivity): Promise<void> {
  await tx
    .insertInto('activities')
    .values({
      id: newId(),
      kind: activity.kind,
      admin_id: activity.adminId,
      family_id: activity.familyId ?? null,
      student_id: activity.studentId ?? null,
      enquiry_id: activity.enquiryId ?? null,
      lesson_id: activity.lessonId ?? null,
      email_id: activity.emailId ?? null,
      ledger_entry: activity.ledgerEntry ?? null,
      detail: activity.detail ?? '',
      created_at: now,
    })
    .execute();
}

/** The activities of the window, newest first, at most MAX_ACTIVITIES_LISTED. */
export async function listActivities(db: Db, { from, until }: InstantWindow): Promise<Activity[]> {
  let query = db
    .selectFrom('activities')
    .innerJoin('admins', 'admins.id', 'activities.admin_id')
    // Scalar subqueries: with joins, PostgreSQL may read whole tables.
    .select((eb) => [
      'activities.id as id',
      'kind',
      'admins.name as admin',
      'enquiry_id',
      'email_id',
      'detail',
      'activities.created_at as created_at',
      studentOf(eb).as('student'),
      eb
        .selectFrom('enquiries')
        .select('enquiries.name')
        .whereRef('enquiries.id', '=', 'activities.enquiry_id')
        .as('enquirer'),
      eb
        .selectFrom('lessons')
        .select('lessons.name')
        .whereRef('lessons.id', '=', 'activities.lesson_id')
        .as('lesson'),
      eb
        .selectFrom('emails')
        .select('subject')
        .whereRef('emails.id', '=', 'activities.email_id')
        .as('message'),
      eb
        .selectFrom('ledger_reasons')
        .select('reason')
        .whereRef('ledger_reasons.family_id', '=', 'activities.family_id')
        .whereRef('seq', '=', 'ledger_entry')
        .as('reason'),
    ])
    .where('activities.created_at', '>=', from);
  if (until !== null) query = query.where('activities.created_at', '<', until);
  const rows = await query
    .orderBy('activities.created_at', 'desc')
    .orderBy('activities.id', 'desc')
    .limit(MAX_ACTIVITIES_LISTED)
    .execute();
  return rows.map(({ id, kind, admin, created_at, ...activity }) => ({
    id,
    kind,
    admin,
    subject: wordsOf(activity),
    created_at: toIso(created_at),
  }));
}

/**
 * The name of the student. An activity without one concerns the family: it is listed under the name
 * of the family's first student.
 */
const studentOf = (eb: ExpressionBuilder<Tables, 'activities'>) =>
  eb
    .selectFrom('students')
    .select('students.name')
    .whereRef('students.family_id', '=', 'activities.family_id')
    .where((where) =>
      where.or([
        where('activities.student_id', 'is', null),
        where('students.id', '=', where.ref('activities.student_id')),
      ]),
    )
    .orderBy(sql`students.removed_at is not null`)
    .orderBy('students.created_at')
    .orderBy('students.id')
    .limit(1);

interface ActivityColumns {
  enquiry_id: string | null;
  email_id: string | null;
  student: string | null;
  enquirer: string | null;
  lesson: string | null;
  message: string | null;
  reason: string | null;
  detail: string;
}

/** 'Ada: +2 credits, Free first lessons', without the parts that were erased. */
function wordsOf({
  enquiry_id,
  email_id,
  student,
  enquirer,
  lesson,
  message,
  reason,
  detail,
}: ActivityColumns): string {
  const person = student ?? enquirer ?? (enquiry_id === null ? null : 'Deleted enquiry');
  const emailSubject = message ?? (email_id === null ? null : 'Deleted email');
  const rest = [emailSubject, lesson, detail, reason]
    .filter((part) => part !== null && part !== '')
    .join(', ');
  return [person, rest].filter((part) => part !== null && part !== '').join(': ') || NOT_KEPT;
}

/** Old entries that store neither ids nor details. */
const NOT_KEPT = 'The details were not kept.';
