// HTTP routes of the activity log.
import * as endpoints from '../../domain/endpoints.ts';
import { activityWindow } from '../base/windows.ts';
import { type Api, mount } from '../http/mount.ts';
import { listActivities } from './activities.ts';

export function mountActivityRoutes(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.listActivities, async ({ context: { now }, query }) => ({
    activities: await listActivities(db, activityWindow(query, now)),
  }));
}
