// HTTP routes of the activity log.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { activityWindow } from '../windows.ts';
import { listActivities } from './activities.ts';

export function activityRoutes(api: Api): void {
  mount(api, endpoints.listActivities, async ({ context, query }) => ({
    activities: await listActivities(api.database.db, activityWindow(query, context.now)),
  }));
}
