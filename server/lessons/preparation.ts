// How much students have prepared of the topics of their booked lessons.
import { sql } from 'kysely';

import { countPrepared, type Part, type PreparedCount } from '../../domain/topics/lesson-topic.ts';
import { activeBookings } from '../booking/active-bookings.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';

/** The lessons of a family that start between two instants. */
interface FamilyPeriod {
  readonly familyId: string;
  readonly from: number;
  readonly to: number;
}

const done = sql`student_id = bookings.student_id and item_id = topic_items.id`;

const ofBookings = prepare((db, param: Param<FamilyPeriod>) =>
  activeBookings(db)
    .innerJoin('topic_items', 'topic_items.topic_id', 'lessons.topic_id')
    .select([
      'bookings.id as id',
      'kind',
      sql<string>`substr(content, 1, 60)`.as('head'),
      sql<number>`(select count(*) from item_ticks where ${done})`.as('ticks'),
      sql<number>`(select count(*) from attempts where ${done} and mode = 'room')`.as('tries'),
      sql<number>`(select count(*) from attempts where ${done} and mode = 'room'
        and result = 'right')`.as('right'),
    ])
    .where('bookings.family_id', '=', param('familyId'))
    .where('starts_at', '>=', param('from'))
    .where('starts_at', '<=', param('to'))
    .where('topic_items.deleted_at', 'is', null),
);

type Row = Awaited<ReturnType<typeof ofBookings.all>>[number];

/**
 * Item contents are JSON whose keys stand in this order (contentOf in server/topics/items.ts).
 * Reading their beginning is quicker than parsing whole questions.
 */
const HEAD = /^\{"use":"(before|live)","question":\{"kind":"(choice|number|points)"/;

function partOf({ kind, head }: Pick<Row, 'kind' | 'head'>): Part {
  if (kind !== 'question') return { kind };
  const [, use, question] = HEAD.exec(head) ?? [];
  if (use === undefined || question === undefined)
    throw new Error(`cannot read the question that begins with ${head}`);
  // The expression matches nothing else.
  return { kind, use, question: { kind: question } } as Part;
}

/**
 * What has been prepared for each of a family's bookings, by the booking's id, of the lessons that
 * start between two instants (epoch milliseconds, both inclusive). A booking whose topic has no
 * items is missing.
 */
export async function lookUpPrepared(
  db: Db,
  period: FamilyPeriod,
): Promise<ReadonlyMap<string, PreparedCount>> {
  const rows = await ofBookings.all(db, period);
  const parts = rows.map(({ id, ticks, tries, right, ...row }) => ({
    id,
    part: partOf(row),
    doings: { isTicked: ticks > 0, isRight: right > 0, tries },
  }));
  return new Map(
    [...Map.groupBy(parts, ({ id }) => id)].map(([id, own]) => [id, countPrepared(own)]),
  );
}
