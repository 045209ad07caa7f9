// Calendar feeds.
import type { AccountListener } from '../accounts/listeners.ts';
import type { SenderSource } from '../email/sender.ts';
import type { Api } from '../http/mount.ts';
import { revokeFeed } from './feeds.ts';
import { mountCalendarRoutes } from './routes.ts';

const account: AccountListener = {
  afterPasswordReset: async (work, owner) => {
    await revokeFeed(work, owner);
  },
  beforePersonIsDeleted: async (work, id) => {
    await revokeFeed(work, { audience: 'family', id });
  },
};

export const calendar = {
  routes: (api: Api, { sender }: { sender: SenderSource }) => mountCalendarRoutes(api, sender),
  account,
};
