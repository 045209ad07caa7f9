// The unique constraints that decide between two calls at once: the second one is refused by the
// rules instead of failing.

/** A unique constraint or index, as the two engines name it in their errors. */
export interface UniqueConstraint {
  readonly name: string;
  /** SQLite names the columns instead. */
  readonly columns: string;
}

const guard = (name: string, table: string, ...columns: string[]): UniqueConstraint => ({
  name,
  columns: columns.map((column) => `${table}.${column}`).join(', '),
});

export const writeGuards: readonly UniqueConstraint[] = [
  // One active booking for each student and lesson.
  guard('bookings_active', 'bookings', 'lesson_id', 'family_id', 'student_id'),
  guard('payments_one_reservation_per_family', 'payments', 'family_id'),
  // A question is asked once in a lesson, and one at a time.
  guard('asked_questions_lesson_id_item_id_key', 'asked_questions', 'lesson_id', 'item_id'),
  guard('asked_questions_open', 'asked_questions', 'lesson_id'),
  // An answer is stored once: for its request, its try, and its round.
  guard('attempts_request_hash_key', 'attempts', 'request_hash'),
  guard('attempts_room', 'attempts', 'student_id', 'item_id', 'try'),
  guard('attempts_live', 'attempts', 'asked_id', 'round', 'student_id'),
];
