// HTTP of the mails that did not arrive.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { dismissMail, listUndelivered, sendAgain } from './store.ts';

export function undeliveredRoutes(api: Api): void {
  const { db, clock } = api;

  mount(api, endpoints.listUndeliveredMails, async () => ({ mails: await listUndelivered(db, clock()) }));
  mount(api, endpoints.sendMailAgain, async ({ actor, params }) => {
    await sendAgain(db, clock(), actor.id, params.id);
    return {};
  });
  mount(api, endpoints.dismissMail, async ({ actor, params }) => {
    await dismissMail(db, clock(), actor.id, params.id);
    return {};
  });
}
