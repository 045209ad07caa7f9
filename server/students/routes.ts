// HTTP of the tutor's view of students.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { adjustCredits, listStudents, readRecord } from './store.ts';

export function studentRoutes(api: Api): void {
  const { db } = api.database;

  mount(api, endpoints.listStudents, async () => ({ students: await listStudents(db) }));
  mount(api, endpoints.getStudentRecord, async ({ context, params }) => ({
    record: await readRecord(db, { id: params.id, now: context.now }),
  }));
  mount(api, endpoints.adjustCredits, async ({ context, params, body, requestKey }) => ({
    creditsRemaining: await adjustCredits(context, params.id, body, requestKey),
  }));
}
