// What only the tutor sees: families, undelivered emails and the daily summary.
import { dailySummaryJob } from './daily-summary.ts';
import { mountTutorRoutes } from './routes.ts';

export const tutor = { routes: mountTutorRoutes, jobs: () => [dailySummaryJob] };
