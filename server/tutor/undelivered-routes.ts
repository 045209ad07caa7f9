// HTTP routes of undelivered emails.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { dismissEmail, listUndelivered, sendAgain } from './undelivered.ts';

export function mountUndeliveredRoutes(api: Api): void {
  mount(api, endpoints.listUndeliveredEmails, async ({ context }) => ({
    emails: await listUndelivered(api.database.db, context.now),
  }));
  mount(api, endpoints.sendEmailAgain, async ({ context, params }) => {
    await sendAgain(context, params.id);
    return {};
  });
  mount(api, endpoints.dismissEmail, async ({ context, params }) => {
    await dismissEmail(context, params.id);
    return {};
  });
}
