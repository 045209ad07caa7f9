// The iCalendar texts: the file that goes with the emails of bookings, and the calendar that
// somebody subscribes to.
import ical, {
  ICalAlarmType,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

import { CALENDAR_FEED, LESSON_MINUTES } from '../../domain/limits.ts';
import type { CalendarEvent } from './content.ts';
import type { Sender } from './sender.ts';

const ALARM_MINUTES = 15;

const PROGRAM = { company: 'Lessons', product: 'Booking' };
const HOUR_SECONDS = 3600;

/**
 * An .ics text of events that are all confirmed or all cancelled. A booking keeps its event, so
 * that a later email moves or removes the entry that an earlier one made; `sequence` rises with
 * each. `thread` names the events of older versions.
 */
export function invitation(
  events: readonly CalendarEvent[],
  { thread, sequence }: { readonly thread: string; readonly sequence: number },
  sender: Sender,
): string {
  const isConfirmed = events.every(({ state }) => state === 'confirmed');
  const calendar = ical({
    method: isConfirmed ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
    prodId: PROGRAM,
  });
  for (const event of events)
    addEvent(calendar, event, {
      uid: event.uid ?? thread,
      sequence,
      pageWords: 'See your booking here',
      sender,
    });
  return textOf(calendar);
}

/** An event of a calendar that is subscribed to: what is not in it any more is gone. */
export type SubscribedEvent = CalendarEvent & { readonly uid: string; readonly state: 'confirmed' };

interface Subscription {
  /** What the calendar is called. */
  readonly name: string;
  /** Rises with each change. */
  readonly sequence: number;
  /** What stands before the link to the page of each event. */
  readonly pageWords: string;
}

/** A calendar that programs look at again and again. Nothing in it depends on when they do. */
export function subscription(
  events: readonly SubscribedEvent[],
  { name, ...look }: Subscription,
  sender: Sender,
): string {
  const calendar = ical({
    method: ICalCalendarMethod.PUBLISH,
    prodId: PROGRAM,
    name,
    ttl: CALENDAR_FEED.refreshHours * HOUR_SECONDS,
  });
  for (const event of events) addEvent(calendar, event, { uid: event.uid, ...look, sender });
  // The library writes it after the alarm. It is the same time, and programs that look for it skip
  // an event without a later one.
  return textOf(calendar).replaceAll(/\r\nDTSTAMP:(\w+)/g, '$&\r\nLAST-MODIFIED:$1');
}

/** Every line of the format ends with a line break, the last one too. */
const textOf = (calendar: ICalCalendar) => `${calendar.toString()}\r\n`;

interface Look {
  readonly uid: string;
  readonly sequence: number;
  readonly pageWords: string;
  readonly sender: Sender;
}

function addEvent(
  calendar: ICalCalendar,
  { state, at, lesson }: CalendarEvent,
  { uid, sequence, pageWords, sender }: Look,
): void {
  const way =
    typeof lesson.join_link === 'string' ? sender.siteUrl + lesson.join_link : lesson.meeting_link;
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
      `${pageWords}: ${sender.siteUrl}${lesson.page}`,
    ].join('\n\n'),
    ...(way === undefined ? {} : { location: way }),
    organizer: { name: sender.name, email: sender.address },
  });
  // RFC 5545, 3.6.1: alarms come last, but the library writes a status after them. What is
  // published counts as confirmed.
  if (state === 'cancelled') event.status(ICalEventStatus.CANCELLED);
  else
    event.createAlarm({
      type: ICalAlarmType.display,
      trigger: ALARM_MINUTES * 60,
      description: lesson.name,
    });
}
