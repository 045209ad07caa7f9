// HTTP routes of emails that the tutor requests.
import * as endpoints from '../../domain/endpoints.ts';
import { transact } from '../engine/context.ts';
import { type Api, mount } from '../http/mount.ts';
import { newId } from '../ids.ts';
import { queueEmail } from '../email/queue.ts';
import { readAdmin } from '../families/accounts.ts';
import { testEmail } from './emails.ts';

/** `mailServer` is the host that sends emails; null: emails are written to files. */
export function tutorEmailRoutes(api: Api, mailServer: string | null): void {
  mount(api, endpoints.sendTestEmail, ({ context }) =>
    transact(context, async (work) => {
      const { email } = await readAdmin(work.tx, work.actor.id);
      await queueEmail(work, { ...testEmail(newId(), mailServer, email), isConfirmed: true });
      return { email };
    }),
  );
}
