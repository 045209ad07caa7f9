// The iCalendar file that goes with bookings.
import ical, { ICalAlarmType, type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

import { LESSON_MINUTES } from '../../domain/limits.ts';
import type { CalendarEvent } from './content.ts';
import type { Sender } from './sender.ts';

const ALARM_MINUTES = 15;

/**
 * An .ics text of events that are all confirmed or all cancelled. A booking keeps its event, so that a later email moves or
 * removes the entry that an earlier one made; `sequence` rises with each. `thread` names the events of older versions.
 */
export function invitation(
  events: readonly CalendarEvent[],
  { thread, sequence }: { readonly thread: string; readonly sequence: number },
  sender: Sender,
): string {
  const isConfirmed = events.every(({ state }) => state === 'confirmed');
  const calendar = ical({
    method: isConfirmed ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
    prodId: { company: 'Lessons', product: 'Booking' },
  });
  for (const event of events) addEvent(calendar, event, { uid: event.uid ?? thread, sequence, sender });
  // Every line of the format ends with a line break, the last one too.
  return `${calendar.toString()}\r\n`;
}

function addEvent(
  calendar: ICalCalendar,
  { state, at, lesson }: CalendarEvent,
  { uid, sequence, sender }: { readonly uid: string; readonly sequence: number; readonly sender: Sender },
): void {
  const way = typeof lesson.door === 'string' ? sender.siteUrl + lesson.door : lesson.meeting_link;
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(at),
    start: new Date(lesson.starts_at),
    end: new Date(lesson.starts_at + LESSON_MINUTES * 60_000),
    summary: lesson.name,
    description: [
      ...(way === undefined ? [] : [`Join the lesson here: ${way}`]),
      ...(lesson.notes === '' ? [] : [lesson.notes]),
      `See your booking here: ${sender.siteUrl}${lesson.page}`,
    ].join('\n\n'),
    ...(way === undefined ? {} : { location: way }),
    organizer: { name: sender.name, email: sender.address },
  });
  // RFC 5545, 3.6.1: alarms come last, but the library writes a status after them. What is published counts as confirmed.
  if (state === 'cancelled') event.status(ICalEventStatus.CANCELLED);
  else
    event.createAlarm({ type: ICalAlarmType.display, trigger: ALARM_MINUTES * 60, description: lesson.name });
}
