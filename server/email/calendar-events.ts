// iCalendar texts: the file attached to booking emails, and the calendar feeds.
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

import { lessonEndsAt } from '../../domain/lessons/lesson.ts';
import { CALENDAR_FEED } from '../base/windows.ts';
import type { CalendarEvent } from './content.ts';
import { foldLines } from './fold-lines.ts';
import type { Sender } from './sender.ts';

const ALARM_MINUTES = 15;

const PROGRAM = { company: 'Lessons', product: 'Booking' };
const HOUR_SECONDS = 3600;

/**
 * Renders an .ics text of events that are all confirmed or all cancelled. A booking keeps its event
 * uid, so a later email moves or removes the entry that an earlier one created; `sequence` rises
 * with each email.
 */
export function invitation(
  events: readonly CalendarEvent[],
  { sequence }: { sequence: number },
  sender: Sender,
): string {
  const isConfirmed = events.every(({ state }) => state === 'confirmed');
  const calendar = ical({
    method: isConfirmed ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
    prodId: PROGRAM,
  });
  for (const event of events)
    addEvent(calendar, event, { sequence, pageWords: 'See your booking here', sender });
  return textOf(calendar);
}

/** An event of a calendar feed. Calendar programs remove events that are no longer in the feed. */
export type SubscribedEvent = CalendarEvent & { readonly state: 'confirmed' };

interface Subscription {
  /** The calendar's name. */
  name: string;
  /** Rises with each change. */
  sequence: number;
  /** The words before the link to each event's page. */
  pageWords: string;
}

/** Renders a calendar feed. The text does not depend on when it is read. */
export function subscription(
  events: SubscribedEvent[],
  { name, ...look }: Subscription,
  sender: Sender,
): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: PROGRAM,
    name,
    ttl: CALENDAR_FEED.refreshHours * HOUR_SECONDS,
  });
  for (const event of events) addEvent(calendar, event, { ...look, sender });
  // The library writes LAST-MODIFIED after the alarm, where programs miss it. It always equals
  // DTSTAMP, so it is written directly after that.
  return textOf(calendar).replaceAll(/\r\nDTSTAMP:(\w+)/g, '$&\r\nLAST-MODIFIED:$1');
}

/** Every iCalendar line ends with a line break, including the last one. */
const textOf = (calendar: ICalCalendar) => foldLines(`${calendar.toString()}\r\n`);

function addEvent(
  calendar: ICalCalendar,
  { uid, state, at, lesson }: CalendarEvent,
  { sequence, pageWords, sender }: { sequence: number; pageWords: string; sender: Sender },
): void {
  const way =
    typeof lesson.join_link === 'string' ? sender.siteUrl + lesson.join_link : lesson.meeting_link;
  const event = calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(at),
    start: new Date(lesson.starts_at),
    end: new Date(lessonEndsAt(lesson.starts_at)),
    summary: lesson.name,
    description: [
      ...(way === undefined ? [] : [`Join the meeting here: ${way}`]),
      ...(lesson.notes === '' ? [] : [lesson.notes]),
      `${pageWords}: ${sender.siteUrl}${lesson.page}`,
    ].join('\n\n'),
    ...(way === undefined ? {} : { location: way }),
    // Most calendar programs show RFC 6868's ^' for a double quote in a parameter as it is.
    organizer: { name: sender.name.replaceAll('"', ''), email: sender.address },
  });
  // RFC 5545, 3.6.1: alarms come last, but the library writes the status after them. A published
  // event counts as confirmed without a status.
  if (state === 'cancelled') event.status(ICalEventStatus.CANCELLED);
  else
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: ALARM_MINUTES * 60,
      description: lesson.name,
    });
}
