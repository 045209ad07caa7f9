// HTTP of registrations of interest.
import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { recordActivity } from '../activity/store.ts';
import { type Api, mount } from '../http/mount.ts';
import { listEnquiries, storeEnquiry, updateEnquiry } from './store.ts';

export function enquiryRoutes(api: Api, appUrl: string): void {
  const { db, clock } = api;

  mount(
    api,
    endpoints.registerInterest,
    async ({ body, request }) => {
      await storeEnquiry(db, clock(), appUrl, body, readKey(request.headers['idempotency-key']));
      return {};
    },
    (body) => (isFromProgram(body) ? {} : null),
  );

  mount(api, endpoints.listCustomers, () => listEnquiries(db));
  mount(api, endpoints.updateCustomer, async ({ actor, params, body }) => ({
    customer: await updateEnquiry(db, clock(), actor.id, params.id, body),
  }));
  mount(api, endpoints.reportExport, async ({ actor, body }) => {
    await recordActivity(db, clock(), actor.id, 'enquiries_exported', `${body.rows} enquiries`);
    return {};
  });
}

/** Whether a program filled in the field that people never see. Looked at before the form is checked. */
function isFromProgram(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !(HONEYPOT_FIELD in body)) return false;
  const value = body[HONEYPOT_FIELD];
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}

function readKey(header: string | string[] | undefined): string | null {
  const key = Array.isArray(header) ? header.join(',') : header;
  if (key === undefined || key === '') return null;
  if (key.length <= LENGTHS.idempotencyKey.max) return key;
  const message = `Idempotency-Key must be at most ${LENGTHS.idempotencyKey.max} characters`;
  throw new Refusal('validation_failed', { message, details: [{ field: 'Idempotency-Key', message }] });
}
