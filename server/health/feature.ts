// Whether the process is alive, and whether all that it needs is in order.
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { readinessFaults } from '../../domain/health/readiness.ts';
import { type Api, mount } from '../http/mount.ts';
import type { FindFaults } from './readiness.ts';

export const health = {
  routes: (api: Api, { findFaults }: { findFaults: FindFaults }) => {
    mount(api, endpoints.health, () => ({}));
    mount(api, endpoints.ready, async ({ context }) => {
      const faults = await findFaults(context);
      if (faults.length === 0) return {};
      const details = faults.map((part) => ({ field: part, message: readinessFaults[part] }));
      throw new Refusal('not_ready', {
        message: details.map(({ message }) => message).join(' '),
        details,
      });
    });
  },
};
