// HTTP routes of join links.
import * as endpoints from '../../../domain/endpoints.ts';
import { type Api, mount } from '../../http/mount.ts';
import { findCurrentLink, findJoinableBooking, joinLesson, readJoinLink } from './join-links.ts';

export function mountJoinLinkRoutes(api: Api): void {
  /**
   * Counts calls per token once the token is valid, so that bad guesses from a shared address
   * cannot block others there from joining their own lesson.
   */
  const countLink = async (token: string, address: string) => {
    const booking = await findJoinableBooking(api.database.db, token);
    await api.limits.countCall(booking === null ? '/join' : `/join ${booking}`, address, 'often');
  };

  mount(api, endpoints.readJoinLink, async ({ context: { now }, params: { token }, request }) => {
    await countLink(token, request.ip);
    return { join: await readJoinLink(api.database.db, token, now) };
  });
  mount(api, endpoints.joinLesson, async ({ context, params: { token }, request }) => {
    await countLink(token, request.ip);
    return { Meeting_Link: await joinLesson(context, token) };
  });
  mount(api, endpoints.findCurrentLink, async ({ context: { actor }, params: { token } }) => ({
    join_link: await findCurrentLink(api.database.db, actor, token),
  }));
}
