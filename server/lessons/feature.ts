// Lessons: the planner, the families' lists, booking, reminders, join links and "Can't come?".
import type { Live } from '../http/live.ts';
import type { Api } from '../http/mount.ts';
import { type BookFree, mountBookingRoutes } from './bookings/booking-routes.ts';
import { deleteExcuseLinksJob } from './excuses/excuse-links.ts';
import { mountExcuseRoutes } from './excuses/excuse-routes.ts';
import { mountJoinLinkRoutes } from './join-links/join-link-routes.ts';
import { mountLiveRoutes } from './live-routes.ts';
import { mountPlannerRoutes } from './planner/planner-routes.ts';
import { settleMovesJob } from './planner/settle-moves.ts';
import { remindJob } from './reminders/reminders.ts';
import { mountLessonRoutes, mountWaitingListRoutes } from './routes.ts';
import { sendSlidesJob } from './slides.ts';
import { endWaitingListsJob } from './waiting-list/join-waiting-list.ts';
import { waitingNoticesJob } from './waiting-list/waiting-notices.ts';

export const lessons = {
  routes: (api: Api, { live, bookFree }: { live: Live; bookFree: BookFree }) => {
    mountLessonRoutes(api);
    mountPlannerRoutes(api);
    mountLiveRoutes(api, live);
    mountBookingRoutes(api, bookFree);
    mountJoinLinkRoutes(api);
    mountExcuseRoutes(api);
    mountWaitingListRoutes(api);
  },
  jobs: () => [
    settleMovesJob,
    remindJob,
    sendSlidesJob,
    endWaitingListsJob,
    waitingNoticesJob,
    deleteExcuseLinksJob,
  ],
};
