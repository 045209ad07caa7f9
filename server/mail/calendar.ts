// The iCalendar invitation that goes with a booking.
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

import { LESSON_MINUTES } from '../../domain/limits.ts';
import type { LessonFacts } from './messages.ts';

/**
 * An .ics text. One booking keeps one event, so that a later mail moves or removes the entry that an
 * earlier one made; `now` (epoch milliseconds) orders them.
 */
export function invitation(
  bookingId: string,
  lesson: LessonFacts,
  state: 'confirmed' | 'cancelled',
  now: number,
): string {
  const calendar = ical({
    method: state === 'confirmed' ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
    prodId: { company: 'Lessons', product: 'Booking' },
  });
  calendar.createEvent({
    id: bookingId,
    sequence: Math.floor(now / 1000),
    stamp: new Date(now),
    start: new Date(lesson.starts_at),
    end: new Date(lesson.starts_at + LESSON_MINUTES * 60_000),
    summary: lesson.name,
    location: lesson.meeting_link,
    url: lesson.meeting_link,
    status: state === 'confirmed' ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  });
  return calendar.toString();
}
