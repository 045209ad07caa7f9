// Two-factor authentication, the first admin, and what expires of sessions, links and keys.
import type { FastifyBaseLogger } from 'fastify';

import type { SenderSource } from '../email/sender.ts';
import type { Api } from '../http/mount.ts';
import type { JobBase } from '../process/repeat.ts';
import { startDeletingExpired } from './delete-expired.ts';
import { startShowingSetup } from './show-setup.ts';
import { mountTwoFactorRoutes } from './two-factor-routes.ts';

interface Operator {
  readonly appUrl: string;
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
}

export const auth = {
  routes: (api: Api, { sender }: { readonly sender: SenderSource }) =>
    mountTwoFactorRoutes(api, sender),
  jobs: (base: JobBase & Operator) => [
    startShowingSetup(base, { ...base, terminal: process.stdout.isTTY ? process.stdout : null }),
    startDeletingExpired(base),
  ],
};
