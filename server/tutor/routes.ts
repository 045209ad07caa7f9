// HTTP of emails that the tutor requests.
import * as endpoints from '../../domain/endpoints.ts';
import { readAdmin } from '../auth/admins.ts';
import { newId } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import type { SenderSource } from '../email/sender.ts';
import { transact } from '../engine/context.ts';
import { previewEmail } from '../enquiries/preview.ts';
import { type Api, mount } from '../http/mount.ts';
import { testEmail } from './emails.ts';

export interface TutorParts {
  readonly sender: SenderSource;
  /** The host that sends emails; null: emails are written to files. */
  readonly mailServer: string | null;
}

export function mountTutorRoutes(api: Api, { sender, mailServer }: TutorParts): void {
  const { db } = api.database;

  mount(api, endpoints.previewEmail, async ({ context, body }) => ({
    preview: await previewEmail(db, await sender(), body, context.now),
  }));
  mount(api, endpoints.sendTestEmail, ({ context }) =>
    transact(context, async (work) => {
      const { email } = await readAdmin(work.tx, work.actor.id);
      await queueEmail(work, { ...testEmail(newId(), mailServer, email), isConfirmed: true });
      return { email };
    }),
  );
}
