// The tables of lessons, bookings and waiting lists as Kysely sees them.
import type { ColumnType, Generated } from 'kysely';

import type { Fixed, Instant, Optional } from './columns.ts';

export interface LessonTables {
  lessons: {
    id: Fixed<string>;
    date: string;
    time: string;
    starts_at: Instant;
    name: string;
    meeting_link: string;
    max_students: number;
    notes: string;
    booked: Generated<number>;
    /**
     * Spots reserved by families who are paying, including expired reservations not yet released.
     */
    reserved: Generated<number>;
    free_booked: Generated<number>;
    /** The length of the waiting list, maintained by a trigger. */
    waiting: ColumnType<number, never, never>;
    created_at: Fixed<Instant>;
    updated_at: Instant;
    deleted_at: Instant | null;
    topic_id: Optional<string>;
    room_closed_at: Optional<Instant>;
  };
  bookings: {
    id: Fixed<string>;
    lesson_id: Fixed<string>;
    family_id: Fixed<string>;
    student_id: Fixed<string>;
    created_at: Fixed<Instant>;
    cancelled_at: Instant | null;
    absent_at: Optional<Instant>;
    /** When the family told the tutor by an excuse link that the student will be absent. */
    excused_at: Optional<Instant>;
    /** The thread of its emails; null when its own id names the thread. */
    thread: ColumnType<string | null, string | null | undefined, never>;
    /** The UID of its calendar event; null when that is its own id. */
    uid: ColumnType<string | null, string | null | undefined, never>;
    /** The ledger entry that paid for it; null when that is its own entry. */
    paid_entry: Optional<number>;
    /** The token of the join link; null once it is revoked. */
    join_token: Optional<string>;
    /** Hashes of earlier tokens, latest first, separated by spaces. */
    former_join_hashes: Optional<string>;
    /** When the link was first used to join. */
    joined_at: Optional<Instant>;
    /** 0 or 1: whether it was booked as the family's free first lesson. */
    is_free_first: Generated<number>;
    /** The credits that it costs now, maintained by a trigger. */
    charged: ColumnType<number, never, never>;
  };
  waiting_list_entries: {
    lesson_id: Fixed<string>;
    student_id: Fixed<string>;
    family_id: Fixed<string>;
    /** Entries are promoted in ascending order. */
    number: Fixed<number>;
    joined_at: Fixed<Instant>;
    /**
     * When a spot went past the student because the family had no credit. The parents are emailed.
     */
    passed_over_at: Optional<Instant>;
    /** When a spot became open to all. The family is emailed. */
    opened_at: Optional<Instant>;
    /** 0 or 1: whether the student joined with their own sign-in. */
    joined_by_student: Generated<number>;
    /** The notice that is still to be queued. */
    due_notice: Optional<'passed_over' | 'open'>;
    /** When a spot last went past the student, who has another lesson at that time. */
    clashed_at: Optional<Instant>;
    /** The parents' email about the first of these spots. */
    clash_notice: Optional<'due' | 'sent'>;
  };
}
