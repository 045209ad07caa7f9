// HTTP of the tutor's view of students.
import * as endpoints from '../../domain/endpoints.ts';
import { type Api, mount } from '../http/mount.ts';
import { adjustCredits, listStudents, readRecord, resendReceipt } from './store.ts';

export function studentRoutes(api: Api): void {
  const { db, clock } = api;

  mount(api, endpoints.listStudents, async () => ({ students: await listStudents(db) }));
  mount(api, endpoints.getStudentRecord, async ({ params }) => ({
    record: await readRecord(db, clock(), params.id),
  }));
  mount(api, endpoints.adjustCredits, async ({ actor, params, body, requestKey }) => ({
    creditsRemaining: await adjustCredits(db, clock(), actor.id, params.id, body, requestKey),
  }));
  mount(api, endpoints.resendReceipt, async ({ actor, params }) => {
    await resendReceipt(db, clock(), actor.id, params.id);
    return {};
  });
}
