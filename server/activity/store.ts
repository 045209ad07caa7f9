// The record of what was done in the tutor's area, written in the transaction that does it.
import type { Activity, ActivityKind } from '../../domain/activity.ts';
import { MAX_ACTIVITIES_LISTED } from '../../domain/limits.ts';
import type { Db, Tx } from '../db/index.ts';
import { newId } from '../ids.ts';
import type { InstantWindow } from '../uk-clock.ts';

export async function recordActivity(
  tx: Tx | Db,
  now: number,
  adminId: string,
  kind: ActivityKind,
  subject: string,
): Promise<void> {
  await tx
    .insertInto('activities')
    .values({ id: newId(), kind, admin_id: adminId, subject, created_at: now })
    .execute();
}

/** What was done in the window, newest first, the latest thousand at most. */
export async function listActivities(db: Db, { from, until }: InstantWindow): Promise<Activity[]> {
  let query = db
    .selectFrom('activities')
    .innerJoin('admins', 'admins.id', 'activities.admin_id')
    .select([
      'activities.id as id',
      'kind',
      'admins.name as admin',
      'subject',
      'activities.created_at as created_at',
    ])
    .where('activities.created_at', '>=', from);
  if (until !== null) query = query.where('activities.created_at', '<', until);
  const rows = await query
    .orderBy('activities.created_at', 'desc')
    .orderBy('activities.id', 'desc')
    .limit(MAX_ACTIVITIES_LISTED)
    .execute();
  return rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() }));
}
