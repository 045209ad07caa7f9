// What the tutor has done, for the tutor to read.
import * as endpoints from '../../domain/endpoints.ts';
import { activityWindow } from '../base/windows.ts';
import { type Api, mount } from '../http/mount.ts';
import { listActivities } from './activities.ts';

export const activity = {
  routes: (api: Api) =>
    mount(api, endpoints.listActivities, async ({ context: { now }, query }) => ({
      activities: await listActivities(api.database.db, activityWindow(query, now)),
    })),
};
