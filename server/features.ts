// The features of the server. The list is their order: each may import those before it, and none
// after it. One can be taken out with its line, its folder and what builds on it.
import type { FastifyBaseLogger } from 'fastify';

import { accounts } from './accounts/feature.ts';
import type { AccountListener } from './accounts/listeners.ts';
import { activity } from './activity/feature.ts';
import { auth } from './auth/feature.ts';
import { booking } from './booking/feature.ts';
import { calendar } from './calendar/feature.ts';
import { credits } from './credits/feature.ts';
import type { SenderSource } from './email/sender.ts';
import { enquiries } from './enquiries/feature.ts';
import { figures } from './figures/feature.ts';
import { health } from './health/feature.ts';
import type { FindFaults } from './health/readiness.ts';
import type { Live } from './http/live.ts';
import type { Api } from './http/mount.ts';
import { imports } from './imports/feature.ts';
import type { BookFree } from './lessons/bookings/booking-routes.ts';
import { lessons } from './lessons/feature.ts';
import { payments } from './payments/feature.ts';
import type { PaymentProvider } from './payments/stripe.ts';
import { pictures } from './pictures/feature.ts';
import type { Job, JobBase } from './process/repeat.ts';
import { retention } from './retention/feature.ts';
import { rooms } from './rooms/feature.ts';
import { settings } from './settings/feature.ts';
import { site } from './site/feature.ts';
import type { SitePages } from './site/pages/pages.ts';
import type { SiteWords } from './site/words.ts';
import { topics } from './topics/feature.ts';
import { tutor } from './tutor/feature.ts';

/** What the process gives to the routes of features. */
export interface RouteParts {
  /** The public address, without a slash at its end. */
  readonly appUrl: string;
  /** The sender of emails and calendar invitations at the moment. */
  readonly sender: SenderSource;
  readonly words: SiteWords;
  /** Null: card payments are switched off. */
  readonly provider: PaymentProvider | null;
  /** The host of the mail server; null: emails are written to files in the data folder. */
  readonly mailServer: string | null;
  readonly live: Live;
  /** Null serves the API alone. */
  readonly pages: SitePages | null;
  readonly findFaults: FindFaults;
  readonly listeners: readonly AccountListener[];
  readonly bookFree: BookFree;
}

export type JobParts = JobBase &
  Pick<RouteParts, 'appUrl' | 'provider' | 'listeners'> & {
    readonly dataDir: string;
    readonly log: FastifyBaseLogger;
  };

interface Feature {
  readonly routes?: (api: Api, parts: RouteParts) => void;
  /** What every process repeats in the background. */
  readonly jobs?: (parts: JobParts) => readonly Job[];
  /** What it does when something happens to an account. */
  readonly account?: AccountListener;
}

export const features: readonly Feature[] = [
  health,
  activity,
  settings,
  auth,
  credits,
  booking,
  topics,
  lessons,
  accounts,
  rooms,
  calendar,
  payments,
  enquiries,
  imports,
  pictures,
  site,
  figures,
  retention,
  tutor,
];

export const listeners = features.flatMap(({ account }) => account ?? []);
/** How a family books its free first lesson. */
export const { bookFree } = enquiries;
