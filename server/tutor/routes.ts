// HTTP of the tutor's settings and of emails that the tutor requests.
import * as endpoints from '../../domain/endpoints.ts';
import { readAdmin } from '../auth/admins.ts';
import { newId } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import type { SenderSource } from '../email/sender.ts';
import { transact } from '../engine/context.ts';
import { previewEmail } from '../enquiries/preview.ts';
import { type Api, mount } from '../http/mount.ts';
import { changeSettings, readSettings } from '../settings/settings.ts';
import { testEmail } from './emails.ts';

interface TutorEmails {
  /** Returns the sender of the emails. */
  readonly readSender: SenderSource;
  /** The host that sends emails; null: emails are written to files. */
  readonly mailServer: string | null;
}

export function mountTutorRoutes(api: Api, { readSender, mailServer }: TutorEmails): void {
  const { db } = api.database;

  mount(api, endpoints.getSettings, async () => ({ settings: await readSettings(db) }));
  mount(api, endpoints.updateSettings, async ({ context, body }) => ({
    settings: await changeSettings(context, body),
  }));
  mount(api, endpoints.previewEmail, async ({ context, body }) => ({
    preview: await previewEmail(db, await readSender(), body, context.now),
  }));
  mount(api, endpoints.sendTestEmail, ({ context }) =>
    transact(context, async (work) => {
      const { email } = await readAdmin(work.tx, work.actor.id);
      await queueEmail(work, { ...testEmail(newId(), mailServer, email), isConfirmed: true });
      return { email };
    }),
  );
}
