// The rooms of lessons: live questions, preparation and practice.
import type { AccountListener } from '../accounts/listeners.ts';
import type { Live } from '../http/live.ts';
import type { Api } from '../http/mount.ts';
import { eraseAnswers } from './erasure.ts';
import { collectPractice } from './export.ts';
import { closeRoomsJob } from './live/close.ts';
import { mountRoomStreams } from './live/routes.ts';
import { mountRoomRoutes } from './routes.ts';

const account: AccountListener = {
  studentsLeft: eraseAnswers,
  exported: async (db, { id, now }) => ({ practice: await collectPractice(db, id, now) }),
};

export const rooms = {
  routes: (api: Api, { live }: { live: Live }) => mountRoomRoutes(api, mountRoomStreams(api, live)),
  jobs: () => [closeRoomsJob],
  account,
};
