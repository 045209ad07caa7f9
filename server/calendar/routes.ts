// HTTP of calendar feeds: whether a person has one, and the file that calendar programs fetch.
import type { IncomingHttpHeaders } from 'node:http';

import * as endpoints from '../../domain/endpoints.ts';
import { calendarPath } from '../../domain/paths.ts';
import type { SenderSource } from '../email/sender.ts';
import type { Context } from '../engine/context.ts';
import { namesTag } from '../http/headers.ts';
import { type Api, mount } from '../http/mount.ts';
import type { Actor } from '../sessions/sessions.ts';
import { type PublishedCalendar, readCalendar } from './feed-content.ts';
import { findFeed, revokeOwnFeed, readFeedToken, rotateFeed } from './feeds.ts';

/** The suffix of a feed's file name. */
const ENDING = '.ics';

/** `readSender` returns the organiser of the lessons in the calendars. */
export function mountCalendarRoutes(api: Api, readSender: SenderSource): void {
  const { app, database, clock, limits } = api;

  const readOwn = async ({ context: { actor } }: { context: Context<Actor> }) => {
    const token = await readFeedToken(database.db, actor);
    return { calendar: token === null ? null : { path: calendarPath(token) } };
  };
  const rotate = async ({ context }: { context: Context<Actor> }) => ({
    calendar: { path: calendarPath(await rotateFeed(context)) },
  });
  const revoke = async ({ context }: { context: Context<Actor> }) => {
    await revokeOwnFeed(context);
    return {};
  };
  mount(api, endpoints.getCalendar, readOwn);
  mount(api, endpoints.renewCalendar, rotate);
  mount(api, endpoints.endCalendar, revoke);
  mount(api, endpoints.getAdminCalendar, readOwn);
  mount(api, endpoints.renewAdminCalendar, rotate);
  mount(api, endpoints.endAdminCalendar, revoke);

  app.get<{ Params: { file: string } }>(
    '/calendar/:file',
    async ({ params: { file }, ip, headers }, reply) => {
      const context = { database, now: clock(), actor: null };
      const token = file.endsWith(ENDING) ? file.slice(0, -ENDING.length) : '';
      const feed = await findFeed(database.db, token);
      // Calendar services fetch the feeds of many families from a few IP addresses. Guessed tokens
      // must not use up the limit of real feeds.
      await limits.countCall(feed === null ? '/calendar' : `/calendar ${feed.id}`, ip, 'often');
      const content =
        feed === null ? null : await readCalendar(context, { token, feed }, await readSender());
      // Same response as for a page that never existed.
      if (content === null) return reply.callNotFound();
      const { text, hash, changedAt } = content;
      const etag = `"${hash}"`;
      // Only the reader may cache it, revalidating each time. Without a cache, programs would fetch
      // the full text every hour.
      void reply.header('cache-control', 'private, no-cache').header('etag', etag);
      if (changedAt <= context.now)
        void reply.header('last-modified', new Date(changedAt).toUTCString());
      if (isCurrent(headers, { etag, changedAt })) return reply.code(304).send();
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="lessons.ics"')
        .send(text);
    },
  );
}

/**
 * Whether the reader already has this version (RFC 9110, 13.2.2): by ETag if tags are sent,
 * otherwise by time.
 */
function isCurrent(
  headers: IncomingHttpHeaders,
  { etag, changedAt }: { etag: string } & Pick<PublishedCalendar, 'changedAt'>,
): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) return namesTag(tags, etag);
  return changedAt <= Date.parse(headers['if-modified-since'] ?? '');
}
