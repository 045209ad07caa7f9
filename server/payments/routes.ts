// HTTP routes of payments: checkout, what families and the tutor see, the comparison, and Stripe's
// webhook.
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { BODY_BYTES } from '../../domain/limits.ts';
import { packagesOf } from '../../domain/payments/credits.ts';
import type { Seller } from '../../domain/payments/invoice.ts';
import { isFamilyConfirmed } from '../booking/free-lesson.ts';
import type { Context } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { type Api, mount, mountStream } from '../http/mount.ts';
import type { FamilyActor } from '../sessions/sessions.ts';
import { readSettings } from '../settings/settings.ts';
import { readBooks, streamCsv } from './books/books.ts';
import { closeCheckout, priceCredits, startCheckout } from './checkout/checkout.ts';
import { createFamilyChecks, findPayment } from './checkout/family-checks.ts';
import { mendDifference } from './comparison/mend.ts';
import { readReconciliation } from './comparison/result.ts';
import { beginComparison } from './comparison/run.ts';
import { listInvoicedPayments, readInvoice } from './invoices/invoices.ts';
import { resendReceipt } from './invoices/receipts.ts';
import { requestRefund } from './refunds/request-refund.ts';
import { hasPaid } from './reservations/reservation-limits.ts';
import type { PaymentProvider } from './stripe.ts';
import { findAdminPayment, listPayments } from './tutor-view/tutor-payments.ts';
import { receive } from './webhook/receive.ts';
import { readWebhook } from './webhook/webhook.ts';

export interface PaymentParts {
  readonly appUrl: string;
  readonly words: {
    /** Whose site it is: the name is on the checkout page, the seller on invoices. */
    readonly owner: (db: Db) => Promise<{ readonly name: string; readonly seller: Seller }>;
  };
  readonly provider: Provider;
}

/** Null: card payments are switched off. */
type Provider = PaymentProvider | null;

export function mountPaymentRoutes(api: Api, parts: PaymentParts): void {
  mountComparisonRoutes(api, parts.provider);
  mountCheckoutRoutes(api, parts);
  mountFamilyRoutes(api, parts);
  mountTutorRoutes(api, parts);
  mountWebhook(api, parts.provider);
}

/** The comparison with the provider, which the wire calls reconciliation. */
function mountComparisonRoutes(api: Api, provider: Provider): void {
  const read = async () => ({ reconciliation: await readReconciliation(api.database.db) });
  mount(api, endpoints.startReconciliation, async ({ context, body }) => {
    requireProvider(provider);
    await beginComparison(context, body.days);
    return read();
  });
  mount(api, endpoints.getReconciliation, read);
  mount(api, endpoints.mendDifference, async ({ context, params }) => {
    await mendDifference(context, provider, params.id);
    return read();
  });
}

function mountCheckoutRoutes(api: Api, { appUrl, words, provider }: PaymentParts): void {
  const { db } = api.database;
  const checkPayment = createFamilyChecks(provider);

  mount(api, endpoints.listProducts, async () => ({
    products: packagesOf((await readSettings(db)).business),
  }));
  mount(api, endpoints.createCheckout, async ({ context, body, request }) => {
    const { credits_quantity: credits, Lesson_IDs: lessonIds, Student_ID: studentId } = body;
    const { familyId } = context.actor;
    const client = requireProvider(provider);
    // A call that is refused later still counts.
    if (!(await hasPaid(db, familyId))) {
      if (!(await isFamilyConfirmed(db, familyId)))
        await api.limits.countUnpaidCheckout(request.ip);
      if (lessonIds !== undefined) await api.limits.countReservations(request.ip, lessonIds.length);
    }
    const { business, promotion_codes: acceptsCodes } = await readSettings(db);
    return startCheckout(
      context,
      {
        provider: client,
        appUrl,
        siteName: (await words.owner(db)).name,
        warn: (error) => {
          request.log.warn({ err: error }, 'failed to expire a replaced checkout session');
        },
      },
      priceCredits(credits, packagesOf(business), acceptsCodes),
      lessonIds === undefined
        ? null
        : { lessonIds, requested: { familyId, ownStudent: null, studentId } },
    );
  });
  mount(api, endpoints.cancelCheckout, async ({ context, params: { session_id: sessionId } }) => {
    const payment = await requirePayment(context, sessionId);
    if (payment.status !== 'pending') return { payment };
    await closeCheckout(context, requireProvider(provider), sessionId);
    return { payment: await requirePayment(context, sessionId) };
  });
  mount(api, endpoints.getPayment, async ({ context, params }) => {
    const { session_id: sessionId } = params;
    const payment = await requirePayment(context, sessionId);
    const isChecked = payment.status === 'pending' && (await checkPayment(context, sessionId));
    return { payment: isChecked ? await requirePayment(context, sessionId) : payment };
  });
}

/** The payment of the caller's family with this session. Throws payment_not_found. */
async function requirePayment(context: Context<FamilyActor>, sessionId: string) {
  const { database, actor, now } = context;
  const payment = isSessionId(sessionId)
    ? await findPayment(database.db, { familyId: actor.familyId, sessionId, now })
    : null;
  return requireFound(payment);
}

function mountFamilyRoutes(api: Api, { words, provider }: PaymentParts): void {
  const { db } = api.database;
  mount(api, endpoints.listPayments, async ({ context }) => ({
    payments: await listInvoicedPayments(db, context.actor.familyId),
  }));
  mount(api, endpoints.returnPayment, async ({ context, params: { id }, body, requestKey }) => {
    const { familyId } = context.actor;
    const requester = { by: 'family', familyId } as const;
    await requestRefund(context, provider, { paymentId: id, requester, ...body }, requestKey);
    const payments = await listInvoicedPayments(db, familyId);
    return { payment: requireFound(payments.find((payment) => payment.id === id)) };
  });
  mount(api, endpoints.getInvoice, async ({ context, params: { id } }) =>
    readInvoice(db, { id, familyId: context.actor.familyId }, (await words.owner(db)).seller),
  );
}

function mountTutorRoutes(api: Api, { words, provider }: PaymentParts): void {
  const { db } = api.database;
  mount(api, endpoints.listAdminPayments, ({ context: { now }, query }) =>
    listPayments(db, query, now),
  );
  mount(api, endpoints.getBooks, ({ context: { now }, query }) => readBooks(db, query, now));
  mountStream(api, endpoints.exportBooks, async ({ context: { now }, query }) => {
    const file = await streamCsv(db, query, now);
    return () => file;
  });
  mount(api, endpoints.refundPayment, async ({ context, params: { id }, body, requestKey }) => {
    const requester = { by: 'tutor', adminId: context.actor.id } as const;
    await requestRefund(context, provider, { paymentId: id, requester, ...body }, requestKey);
    return { payment: requireFound(await findAdminPayment(db, id)) };
  });
  mount(api, endpoints.getFamilyInvoice, async ({ params: { id } }) =>
    readInvoice(db, { id }, (await words.owner(db)).seller),
  );
  mount(api, endpoints.resendReceipt, async ({ context, params }) => {
    await resendReceipt(context, params.id);
    return {};
  });
}

/** The signature covers the raw bytes, so this route alone reads its body unparsed. */
function mountWebhook(api: Api, provider: Provider): void {
  api.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_BYTES.webhook },
      (_request, body, done) => {
        done(null, body);
      },
    );
    mount({ ...api, app: scope }, endpoints.stripeWebhook, async ({ context, request }) => {
      const client = requireProvider(provider);
      const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['stripe-signature'];
      const event = await readWebhook(
        client,
        payload,
        Array.isArray(signature) ? signature[0] : signature,
        context.now,
      );
      if (event.about === 'something else') {
        request.log.info({ type: event.type }, 'ignored webhook event type');
        return {};
      }
      const isOurs = await receive(context, client, event);
      if (!isOurs)
        request.log.info({ about: event.about }, 'ignored webhook about an unknown payment');
      return {};
    });
  });
}

/** Throws payments_unavailable while card payments are switched off. */
function requireProvider(provider: Provider): PaymentProvider {
  if (provider === null) throw new Refusal('payments_unavailable');
  return provider;
}

/** Throws payment_not_found. */
function requireFound<Payment>(payment: Payment | null | undefined): Payment {
  if (payment === null || payment === undefined) throw new Refusal('payment_not_found');
  return payment;
}

/** Stripe's ids are short words; anything else cannot name a payment. */
const isSessionId = (text: string) => /^\w{1,255}$/.test(text);
