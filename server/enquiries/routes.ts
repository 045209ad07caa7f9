// HTTP of enquiries.
import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { recordActivity } from '../activity/activities.ts';
import { transact } from '../engine/context.ts';
import { networkOf } from '../http/limits.ts';
import { type Api, mount, mountList } from '../http/mount.ts';
import { storeEnquiry } from './enquire.ts';
import { listEnquiries, updateEnquiry } from './enquiries.ts';
import { deleteEnquiry } from './erasure.ts';
import { readFunnel } from './funnel.ts';

export function mountEnquiryRoutes(api: Api): void {
  mount(
    api,
    endpoints.registerInterest,
    async ({ context, body, request, requestKey }) => {
      await storeEnquiry(context, body, requestKey, networkOf(request.ip));
      return {};
    },
    (body) => (isFromProgram(body) ? {} : null),
  );

  mountList(api, endpoints.listEnquiries, ({ db }) => listEnquiries(db));
  mount(api, endpoints.updateEnquiry, async ({ context, params, body }) => ({
    customer: await updateEnquiry(context, params.id, body),
  }));
  mount(api, endpoints.deleteEnquiry, async ({ context, params }) => {
    await deleteEnquiry(context, params.id);
    return {};
  });
  mountList(api, endpoints.getFunnel, async ({ now, db }) => ({
    funnel: await readFunnel(db, now),
  }));
  mount(api, endpoints.reportExport, async ({ context, body }) => {
    await transact(context, (work) =>
      recordActivity(work, {
        adminId: work.actor.id,
        kind: 'enquiries_exported',
        detail: `${body.rows} enquiries`,
      }),
    );
    return {};
  });
}

/**
 * Whether a program filled in the field that people never see. Checked before the form is
 * validated.
 */
function isFromProgram(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || !(HONEYPOT_FIELD in body)) return false;
  const value = body[HONEYPOT_FIELD];
  return typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined;
}
