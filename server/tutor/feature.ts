// What only the tutor sees: families, settings, undelivered emails and the daily summary.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import type { JobBase } from '../process/repeat.ts';
import { startDailySummaries } from './daily-summary.ts';
import { adjustCredits, listFamilies, readRecord } from './families/tutor-records.ts';
import { mountTutorRoutes, type TutorParts } from './routes.ts';
import { dismissEmail, listUndelivered, sendAgain } from './undelivered.ts';

export const tutor = {
  routes: (api: Api, parts: TutorParts) => {
    mountFamilyRecordRoutes(api);
    mountUndeliveredRoutes(api);
    mountTutorRoutes(api, parts);
  },
  jobs: (base: JobBase) => [startDailySummaries(base)],
};

/** HTTP of the tutor's view of families, called students on the wire. */
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

/** HTTP routes of undelivered emails. */
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
