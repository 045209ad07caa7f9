// Groups bookings by lesson, upcoming and past.
import { groupBy } from '../../../domain/group-by.ts';
import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { hasEnded } from '../../../domain/lessons/lesson.ts';

export interface BookedLesson {
  readonly id: string;
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly starts_at: string;
  readonly link: string;
  readonly notes: string;
  /** In the order of booking; never empty. */
  readonly bookings: readonly AdminBooking[];
}

/** The lessons of these bookings: upcoming ones next first, ended ones latest first. */
export function groupByLesson(
  bookings: readonly AdminBooking[],
  now: number,
): { readonly ahead: BookedLesson[]; readonly past: BookedLesson[] } {
  const groups = groupBy(bookings, ({ Lesson_ID: lessonId }) => lessonId);
  const lessons = [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [toLesson(first, group)];
  });
  const byStart = lessons.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return {
    ahead: byStart.filter((lesson) => !hasEnded(lesson, now)),
    past: byStart.filter((lesson) => hasEnded(lesson, now)).toReversed(),
  };
}

function toLesson(first: AdminBooking, bookings: readonly AdminBooking[]): BookedLesson {
  return {
    id: first.Lesson_ID,
    name: first.Lesson_Name,
    date: first.Lesson_Date,
    time: first.Lesson_Time,
    starts_at: first.Lesson_Starts_At,
    link: first.Lesson_Meeting_Link,
    notes: first.Lesson_Notes,
    bookings,
  };
}
