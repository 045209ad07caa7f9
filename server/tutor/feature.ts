// What only the tutor sees: families, settings, undelivered emails and the daily summary.
import type { Api } from '../http/mount.ts';
import type { JobBase } from '../process/repeat.ts';
import { startDailySummaries } from './daily-summary.ts';
import { mountFamilyRecordRoutes } from './families/tutor-routes.ts';
import { mountTutorRoutes, type TutorParts } from './routes.ts';
import { mountUndeliveredRoutes } from './undelivered-routes.ts';

export const tutor = {
  routes: (api: Api, parts: TutorParts) => {
    mountFamilyRecordRoutes(api);
    mountUndeliveredRoutes(api);
    mountTutorRoutes(api, parts);
  },
  jobs: (base: JobBase) => [startDailySummaries(base)],
};
