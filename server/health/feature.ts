// Whether the process is alive, and whether all that it needs is in order.
import type { Api } from '../http/mount.ts';
import type { FindFaults } from './readiness.ts';
import { mountHealthRoutes } from './routes.ts';

export const health = {
  routes: (api: Api, { findFaults }: { readonly findFaults: FindFaults }) =>
    mountHealthRoutes(api, findFaults),
};
