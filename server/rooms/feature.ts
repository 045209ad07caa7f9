// The rooms of lessons: live questions, preparation, practice, and the letter afterwards.
import type { AccountListener } from '../accounts/listeners.ts';
import type { SenderSource } from '../email/sender.ts';
import type { Live } from '../http/live.ts';
import type { Api } from '../http/mount.ts';
import { eraseAnswers } from './erasure.ts';
import { collectPractice } from './export.ts';
import { mountLetterRoutes } from './letter/routes.ts';
import { sendLettersJob } from './letter/send-letters.ts';
import { closeRoomsJob } from './live/close.ts';
import { mountRoomStreams } from './live/routes.ts';
import { mountRoomRoutes } from './routes.ts';

const account: AccountListener = {
  afterStudentsLeft: eraseAnswers,
  exportData: async (db, { id, now }) => ({ practice: await collectPractice(db, id, now) }),
};

export const rooms = {
  routes: (api: Api, { live, sender }: { live: Live; sender: SenderSource }) => {
    mountRoomRoutes(api, mountRoomStreams(api, live));
    mountLetterRoutes(api, sender);
  },
  jobs: () => [closeRoomsJob, sendLettersJob],
  account,
};
