// HTTP of registrations of interest.
import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiry.ts';
import { recordActivity } from '../activity/store.ts';
import { type Api, mount } from '../http/mount.ts';
import { deleteEnquiry, listEnquiries, storeEnquiry, updateEnquiry } from './store.ts';

export function enquiryRoutes(api: Api): void {
  const { db, clock } = api;

  mount(
    api,
    endpoints.registerInterest,
    async ({ body, requestKey }) => {
      await storeEnquiry(db, clock(), body, requestKey);
      return {};
    },
    (body) => (isFromProgram(body) ? {} : null),
  );

  mount(api, endpoints.listCustomers, () => listEnquiries(db));
  mount(api, endpoints.updateCustomer, async ({ actor, params, body }) => ({
    customer: await updateEnquiry(db, clock(), actor.id, params.id, body),
  }));
  mount(api, endpoints.deleteCustomer, async ({ actor, params }) => {
    await deleteEnquiry(db, clock(), actor.id, params.id);
    return {};
  });
  mount(api, endpoints.reportExport, async ({ actor, body }) => {
    await recordActivity(db, clock(), actor.id, 'enquiries_exported', { detail: `${body.rows} enquiries` });
    return {};
  });
}

/** Whether a program filled in the field that people never see. Looked at before the form is checked. */
function isFromProgram(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !(HONEYPOT_FIELD in body)) return false;
  const value = body[HONEYPOT_FIELD];
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}
