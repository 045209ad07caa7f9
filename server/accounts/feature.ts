// Families' accounts and signing in. What other features do with an account is passed in.
import type { Api } from '../http/mount.ts';
import type { AccountListeners } from './listeners.ts';
import { mountPeopleRoutes } from './people-routes.ts';
import { mountProfileRoutes } from './profile-routes.ts';
import { mountSignInRoutes } from './sign-in-routes.ts';

export const accounts = {
  routes: (api: Api, { listeners }: { listeners: AccountListeners }) => {
    mountSignInRoutes(api, listeners);
    mountPeopleRoutes(api, listeners);
    mountProfileRoutes(api, listeners);
  },
};
