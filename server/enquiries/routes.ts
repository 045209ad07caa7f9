// HTTP of enquiries.
import * as endpoints from '../../domain/endpoints.ts';
import { readCaughtForm } from '../../domain/enquiries/caught.ts';
import { recordActivity } from '../activity/activities.ts';
import { transact } from '../engine/context.ts';
import { type Api, mount } from '../http/mount.ts';
import { networkOf } from '../http/networks.ts';
import { storeCaughtForm, listCaughtForms, restoreCaughtForm } from './caught.ts';
import { storeEnquiry } from './enquire.ts';
import { listEnquiries, updateEnquiry } from './enquiries.ts';
import { deleteEnquiry } from './erasure.ts';
import { readFunnel } from './funnel.ts';

export function mountEnquiryRoutes(api: Api): void {
  const { db } = api.database;
  mount(
    api,
    endpoints.registerInterest,
    async ({ context, body, request, requestKey }) => {
      await storeEnquiry(context, body, requestKey, networkOf(request.ip));
      return {};
    },
    (body) => {
      const form = readCaughtForm(body);
      if (form === null) return null;
      return async (context) => {
        await storeCaughtForm(context, form);
        return {};
      };
    },
  );

  mount(api, endpoints.listCaught, async ({ context: { now } }) => ({
    caught: await listCaughtForms(db, now),
  }));
  mount(api, endpoints.restoreCaught, async ({ context, params }) => ({
    customer: await restoreCaughtForm(context, params.id),
  }));
  mount(api, endpoints.listEnquiries, () => listEnquiries(db));
  mount(api, endpoints.updateEnquiry, async ({ context, params, body }) => ({
    customer: await updateEnquiry(context, params.id, body),
  }));
  mount(api, endpoints.deleteEnquiry, async ({ context, params }) => {
    await deleteEnquiry(context, params.id);
    return {};
  });
  mount(api, endpoints.getFunnel, async ({ context: { now } }) => ({
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
