// Calendar feeds, as a calendar program reads them.
import ICAL from 'ical.js';
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';

type Subscriber = Pick<Caller, 'token'> & { readonly isTutor?: boolean };

/** Creates or rotates the URL of a person's calendar feed. */
export async function subscribe(
  api: TestApp,
  { token, isTutor = false }: Subscriber,
): Promise<string> {
  const renew = isTutor ? endpoints.renewAdminCalendar : endpoints.renewCalendar;
  return (await api.call(renew, { token })).body.calendar.path;
}

/** The answer that a calendar program gets at a URL. */
export function fetchCalendar(api: TestApp, url: string, headers: Record<string, string> = {}) {
  return api.app.inject({ method: 'GET', url, headers });
}

/** The text at a URL, which must exist. */
export async function readText(api: TestApp, url: string): Promise<string> {
  const { statusCode, body } = await fetchCalendar(api, url);
  expect(statusCode, body).toBe(200);
  return body;
}

/** A calendar, parsed by an independent library. */
export function parseCalendar(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const valueOf = (name: string) => String(calendar.getFirstPropertyValue(name));
  return {
    name: valueOf('name'),
    shownName: valueOf('x-wr-calname'),
    refresh: valueOf('refresh-interval'),
    ttl: valueOf('x-published-ttl'),
    method: valueOf('method'),
    events: calendar.getAllSubcomponents('vevent').map((vevent) => {
      const event = new ICAL.Event(vevent, { strictExceptions: true });
      const instantOf = (name: string) => String(vevent.getFirstPropertyValue(name));
      return {
        uid: event.uid,
        sequence: event.sequence,
        summary: event.summary,
        description: event.description,
        location: event.location,
        organizer: event.organizer,
        zone: event.startDate.zone.tzid,
        start: event.startDate.toJSDate().toISOString(),
        end: event.endDate.toJSDate().toISOString(),
        stamp: instantOf('dtstamp'),
        changed: instantOf('last-modified'),
        alarms: vevent
          .getAllSubcomponents('valarm')
          .map((alarm) => String(alarm.getFirstPropertyValue('trigger'))),
      };
    }),
  };
}

export const readCalendarAt = async (api: TestApp, url: string) =>
  parseCalendar(await readText(api, url));

/** The summaries of the events at a URL, in order. */
export const summariesAt = async (api: TestApp, url: string) =>
  (await readCalendarAt(api, url)).events.map(({ summary }) => summary);
