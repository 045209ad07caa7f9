// HTTP of what only the tutor sees: families, undelivered emails, previews and the test email.
import * as endpoints from '../../domain/endpoints.ts';
import { readAdmin } from '../auth/admins.ts';
import { newId } from '../base/ids.ts';
import { queueEmail } from '../email/queue.ts';
import type { SenderSource } from '../email/sender.ts';
import { transact } from '../engine/context.ts';
import { previewEmail } from '../enquiries/preview.ts';
import { type Api, mount } from '../http/mount.ts';
import { testEmail } from './emails.ts';
import { adjustCredits, listFamilies, readRecord } from './families/tutor-records.ts';
import { dismissEmail, listUndelivered, sendAgain } from './undelivered.ts';

interface TutorParts {
  readonly sender: SenderSource;
  /** The host that sends emails; null: emails are written to files. */
  readonly mailServer: string | null;
}

export function mountTutorRoutes(api: Api, parts: TutorParts): void {
  mountFamilyRecordRoutes(api);
  mountUndeliveredRoutes(api);
  mountEmailRoutes(api, parts);
}

/** Families, called students on the wire. */
function mountFamilyRecordRoutes(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.listFamilies, async ({ context: { now } }) => ({
    students: await listFamilies(db, now),
  }));
  mount(api, endpoints.getFamilyRecord, async ({ context, params }) => ({
    record: await readRecord(db, { id: params.id, now: context.now }),
  }));
  mount(api, endpoints.adjustCredits, async ({ context, params, body, requestKey }) => ({
    creditsRemaining: await adjustCredits(context, params.id, body, requestKey),
  }));
}

function mountUndeliveredRoutes(api: Api): void {
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

/** Emails that the tutor requests. */
function mountEmailRoutes(api: Api, { sender, mailServer }: TutorParts): void {
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
