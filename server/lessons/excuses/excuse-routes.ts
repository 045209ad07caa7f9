// HTTP routes of the link "Can't come?" in reminders.
import * as endpoints from '../../../domain/endpoints.ts';
import { hashOf } from '../../base/ids.ts';
import { type Api, mount } from '../../http/mount.ts';
import { findExcuseLink } from './excuse-links.ts';
import { excuseStudent } from './excuse.ts';
import { readExcuse } from './read-excuse.ts';
import { undoExcuse } from './undo-excuse.ts';

export function mountExcuseRoutes(api: Api): void {
  const { db } = api.database;
  /**
   * Counts the uses of a link. Links that work are counted one by one, so that guesses cannot block
   * them.
   */
  const countLink = async (token: string, address: string, kind: 'often' | 'acts') => {
    const exists = (await findExcuseLink(db, token)) !== null;
    await api.limits.countCall(exists ? `/excuse ${hashOf(token)}` : '/excuse', address, kind);
  };

  mount(api, endpoints.readExcuse, async ({ context: { now }, params: { token }, request }) => {
    await countLink(token, request.ip, 'often');
    return { excuse: await readExcuse(db, token, now) };
  });
  mount(api, endpoints.excuseStudent, async ({ context, params: { token }, body, request }) => {
    await countLink(token, request.ip, 'acts');
    return { excuse: await excuseStudent(context, token, body) };
  });
  mount(api, endpoints.undoExcuse, async ({ context, params: { token }, request }) => {
    await countLink(token, request.ip, 'acts');
    return { excuse: await undoExcuse(context, token) };
  });
}
