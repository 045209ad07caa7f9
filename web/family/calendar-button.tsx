// <CalendarButton>: adds booked lessons to the device's calendar, as a file with the same events as
// the emails.
import { JOIN_OPENS_MINUTES } from '../../domain/lessons/join-link.ts';
import { type FamilyLesson, lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { lessonPath } from '../../domain/paths.ts';
import { mondayOf, toIso } from '../../domain/time.ts';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { saveFile } from '../ui/save-file.ts';

interface CalendarButtonProps extends Pick<ButtonProps, 'variant' | 'className'> {
  lessons: readonly FamilyLesson[];
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

/** RFC 5545, 3.1: octets of a line without its line break. */
const LINE_OCTETS = 75;

interface FileOptions {
  /** The origin of the site, e.g. 'https://physics.example.com'. */
  origin: string;
  now: number;
}

/** The .ics text with an event for each booking of these lessons; times are in UTC. */
export function calendarFile(
  lessons: readonly FamilyLesson[],
  { origin, now }: FileOptions,
): string {
  const events = lessons.flatMap((lesson) =>
    lesson.bookings.flatMap(({ calendar_uid, join_link }) => [
      'BEGIN:VEVENT',
      `UID:${calendar_uid}`,
      `DTSTAMP:${utc(now)}`,
      `DTSTART:${utc(Date.parse(lesson.starts_at))}`,
      `DTEND:${utc(lessonEndsAt(Date.parse(lesson.starts_at)))}`,
      `SUMMARY:${escaped(lesson.Lesson_Name)}`,
      `DESCRIPTION:${escaped(describe(lesson, join_link, origin))}`,
      ...(join_link === null ? [] : [`LOCATION:${escaped(origin + join_link)}`]),
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `TRIGGER:-PT${JOIN_OPENS_MINUTES}M`,
      `DESCRIPTION:${escaped(lesson.Lesson_Name)}`,
      'END:VALARM',
      'END:VEVENT',
    ]),
  );
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lessons//Booking//EN',
    'METHOD:PUBLISH',
    ...events,
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function describe(
  { id, Date: date, lesson_notes }: FamilyLesson,
  join_link: string | null,
  origin: string,
): string {
  return [
    ...(join_link === null ? [] : [`Join the meeting here: ${origin}${join_link}`]),
    ...(lesson_notes === '' ? [] : [lesson_notes]),
    `See your booking here: ${origin}${lessonPath(mondayOf(date), id)}`,
  ].join('\n\n');
}

/** '20261128T090000Z' */
const utc = (instant: number) => toIso(instant).replace(/\.\d+/, '').replaceAll(/[-:]/g, '');

const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r\n|\r|\n/g, String.raw`\n`);

/** Folds long lines: they continue on the next one after a space, and no character is split. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return text;
}
