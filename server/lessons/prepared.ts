// How much of the topics of their booked lessons students have prepared.
import { sql } from 'kysely';

import { TRIES } from '../../domain/limits.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { activeBookings } from './active-bookings.ts';

/** Videos and questions done, of all those for before the lesson. */
export interface Prepared {
  readonly done: number;
  readonly all: number;
}

interface Asked {
  readonly familyId: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Item contents are JSON whose keys stand in this order (contentOf in server/topics/items.ts).
 * Reading their beginning is the same on both engines, and quicker than parsing whole questions.
 */
const isBefore = sql<boolean>`content like '{"use":"before"%'`;
const isPoints = sql<boolean>`content like '{"use":"before","question":{"kind":"points"%'`;

/** The student has answered the question right, or has no tries left. */
const isAnswered = sql<boolean>`exists (select 1 from attempts
  where attempts.student_id = bookings.student_id and attempts.item_id = topic_items.id
  and mode = 'room' and (result = 'right' or try >= case when ${isPoints}
    then ${sql.lit(TRIES.points)} else ${sql.lit(TRIES.choice)} end))`;
const isTicked = sql<boolean>`exists (select 1 from item_ticks
  where item_ticks.student_id = bookings.student_id and item_ticks.item_id = topic_items.id)`;

const ofBookings = prepare((db, param: Param<Asked>) =>
  activeBookings(db)
    .innerJoin('topic_items', 'topic_items.topic_id', 'lessons.topic_id')
    .select(({ fn }) => [
      'bookings.id as id',
      fn.countAll<number>().as('all'),
      sql<number>`sum(case when case when kind = 'video' then ${isTicked} else ${isAnswered} end
        then 1 else 0 end)`.as('done'),
    ])
    .where('bookings.family_id', '=', param('familyId'))
    .where('starts_at', '>=', param('from'))
    .where('starts_at', '<=', param('to'))
    .where('topic_items.deleted_at', 'is', null)
    .where(sql<boolean>`(kind = 'video' or ${isBefore})`)
    .groupBy('bookings.id'),
);

/**
 * What has been prepared for each of a family's bookings, by the booking's id, of the lessons that
 * start between two instants (epoch milliseconds, both inclusive). A booking whose lesson has
 * nothing to prepare is missing.
 */
export async function lookUpPrepared(db: Db, asked: Asked): Promise<ReadonlyMap<string, Prepared>> {
  const rows = await ofBookings.all(db, asked);
  return new Map(rows.map(({ id, done, all }) => [id, { done, all }]));
}
