// HTTP of the tutor's view of families, called students on the wire.
import * as endpoints from '../../../domain/endpoints.ts';
import { type Api, mount } from '../../http/mount.ts';
import { adjustCredits, listFamilies, readRecord } from './tutor-records.ts';

export function mountFamilyRecordRoutes(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.listFamilies, async ({ context: { now } }) => ({
    students: await listFamilies(db, now),
  }));
  mount(api, endpoints.getFamilyRecord, async ({ context, params }) => ({
    record: await readRecord(db, { id: params.id, now: context.now }),
  }));
  mount(api, endpoints.adjustCredits, async ({ context, params, body, requestKey }) => ({
    creditsRemaining: await adjustCredits(context, params.id, body, requestKey),
  }));
}
