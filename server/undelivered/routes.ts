// HTTP of the emails that did not arrive.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { dismissMail, listUndelivered, sendAgain } from './store.ts';

export function undeliveredRoutes(api: Api): void {
  mount(api, endpoints.listUndeliveredMails, async ({ context }) => ({
    mails: await listUndelivered(api.database.db, context.now),
  }));
  mount(api, endpoints.sendMailAgain, async ({ context, params }) => {
    await sendAgain(context, params.id);
    return {};
  });
  mount(api, endpoints.dismissMail, async ({ context, params }) => {
    await dismissMail(context, params.id);
    return {};
  });
}
