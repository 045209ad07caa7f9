// Enquiries, the tutor's invitations to enquirers, and the free first lesson.
import type { Api } from '../http/mount.ts';
import { account } from './account.ts';
import { bookFreeLesson } from './book-free-lesson.ts';
import { mountFreeLessonRoutes } from './free-lesson-routes.ts';
import { mountEnquiryRoutes } from './routes.ts';
import { withdrawUnconfirmedJob } from './unconfirmed-grants.ts';

export const enquiries = {
  routes: (api: Api) => {
    mountEnquiryRoutes(api);
    mountFreeLessonRoutes(api);
  },
  jobs: () => [withdrawUnconfirmedJob],
  account,
  bookFree: bookFreeLesson,
};
