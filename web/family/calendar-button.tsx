// <CalendarButton>: adds booked lessons to the device's calendar.
import type { FamilyLesson } from '../../domain/lessons/lesson.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';
import { calendarFile } from './calendar-file.ts';

interface CalendarButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  readonly lessons: readonly FamilyLesson[];
}

/** Renders nothing while a booking is being saved: it has no calendar UID yet. */
export function CalendarButton({ lessons, ...look }: CalendarButtonProps) {
  const isKnown = lessons.every(({ bookings }) =>
    bookings.every(({ calendar_uid }) => calendar_uid !== ''),
  );
  if (!isKnown) return null;
  const save = () => {
    const text = calendarFile(lessons, { origin: window.location.origin, now: Date.now() });
    saveFile(lessons.length === 1 ? 'lesson.ics' : 'lessons.ics', text, 'text/calendar');
  };
  return (
    <Button {...look} onClick={save}>
      Add to calendar
    </Button>
  );
}
