// HTTP routes of the activity log.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mountList } from '../http/mount.ts';
import { activityWindow } from '../windows.ts';
import { listActivities } from './activities.ts';

export function mountActivityRoutes(api: Api): void {
  mountList(api, endpoints.listActivities, async ({ now, query, db }) => ({
    activities: await listActivities(db, activityWindow(query, now)),
  }));
}
