// Calendar feeds.
import type { AccountListener } from '../accounts/listeners.ts';
import type { SenderSource } from '../email/sender.ts';
import type { Api } from '../http/mount.ts';
import { endFeed } from './feeds.ts';
import { mountCalendarRoutes } from './routes.ts';

const account: AccountListener = {
  passwordReset: async (work, owner) => {
    await endFeed(work, owner);
  },
};

export const calendar = {
  routes: (api: Api, { sender }: { sender: SenderSource }) => mountCalendarRoutes(api, sender),
  account,
};
