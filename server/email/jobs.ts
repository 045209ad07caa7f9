// What runs in the background for emails: sending them, and deleting what is left of erased ones.
import { join } from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

import type { Env } from '../process/env.ts';
import type { JobBase } from '../process/repeat.ts';
import { startDeletingErasedFiles } from './erased-files.ts';
import type { SenderSource } from './sender.ts';
import { EMAIL_FOLDER, folderTransport, smtpTransport } from './transport.ts';
import { startDeletingEmailCounts } from './unconfirmed-limit.ts';
import { type Delivery, startSendingEmails } from './worker.ts';

interface EmailParts extends Pick<Env, 'smtpUrl' | 'dataDir'>, Pick<Delivery, 'findOutdated'> {
  sender: SenderSource;
}

/** Without a mail server, emails are written to files in the data folder. */
export function startEmailJobs(
  base: JobBase & { log: FastifyBaseLogger },
  { smtpUrl, dataDir, sender, findOutdated }: EmailParts,
): (() => Promise<void>)[] {
  if (smtpUrl === null)
    base.log.warn(
      `SMTP_URL is not set: emails are written as .eml files in ${join(dataDir, EMAIL_FOLDER)}`,
    );
  const transport =
    smtpUrl === null ? folderTransport(dataDir, sender) : smtpTransport(smtpUrl, sender);
  return [
    startSendingEmails({ ...base, findOutdated, transport }),
    // Runs even if a mail server is configured: files from before may remain.
    startDeletingErasedFiles({ ...base, dataDir }),
    startDeletingEmailCounts(base),
  ];
}
