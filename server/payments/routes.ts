// HTTP routes of payments: products, checkout, payment status, invoices and Stripe's webhook.
import { packagesOf, priceOf } from '../../domain/payments/credits.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Seller } from '../../domain/payments/invoice.ts';
import { BODY_BYTES, CURRENCY } from '../../domain/limits.ts';
import type { FamilyActor } from '../auth/sessions.ts';
import type { Context } from '../engine/context.ts';
import { type Api, mount, mountList } from '../http/mount.ts';
import { readBusiness } from '../tutor/business.ts';
import { acceptsPromotionCodes } from '../tutor/settings.ts';
import { applyDispute } from './disputes.ts';
import { claimFamilyLook, findPayment } from './family-looks.ts';
import { hasPaid } from './reservation-limits.ts';
import { listInvoiced, readInvoice } from './invoices.ts';
import { resendReceipt } from './receipts.ts';
import { askRefund } from './refunds/ask.ts';
import { findAdminPayment, listPayments } from './refunds/list.ts';
import type { RefundHint } from './refunds/provider.ts';
import { syncRefunds } from './refunds/ask-provider.ts';
import {
  applySession,
  attachSession,
  createPayment,
  abandonReservation,
  type PlacedOrder,
} from './payments.ts';
import {
  endSession,
  lookUpPayment,
  lookUpSession,
  openCheckout,
  type PaymentProvider,
} from './stripe.ts';
import { type DisputeFacts, readWebhook } from './webhook.ts';

export interface PaymentSettings {
  readonly appUrl: string;
  /** The seller named on invoices, at the moment. */
  readonly readSeller: () => Promise<Seller>;
  /** Null: card payments are switched off. */
  readonly provider: PaymentProvider | null;
}

/**
 * Concurrent provider lookups on behalf of families. Beyond this limit, families get the stored
 * state.
 */
export const MAX_FAMILY_LOOKS = 10;

export function paymentRoutes(api: Api, { appUrl, readSeller, provider }: PaymentSettings): void {
  const { db } = api.database;

  mount(api, endpoints.listProducts, async () => ({
    products: packagesOf(await readBusiness(db)),
  }));

  mount(api, endpoints.createCheckout, async ({ context, body, request }) => {
    if (provider === null) throw new Refusal('payments_unavailable');
    const { credits_quantity: credits, Lesson_IDs: lessonIds, Student_ID: studentId } = body;
    const { familyId } = context.actor;
    // A call that is refused later still counts.
    if (lessonIds !== undefined && !(await hasPaid(db, familyId)))
      await api.limits.countReservations(request.ip, lessonIds.length);
    const packages = packagesOf(await readBusiness(db));
    const order = await createPayment(
      context,
      {
        credits,
        amount: priceOf(credits, packages),
        currency: CURRENCY,
        acceptsCodes: await acceptsPromotionCodes(db),
        packageName: packages.find((one) => one.credits === credits)?.name ?? null,
      },
      lessonIds === undefined
        ? null
        : { lessonIds, requested: { familyId, ownStudent: null, studentId } },
    );
    const endPage = (sessionId: string) =>
      endReplaced(context, provider, sessionId).catch((error: unknown) => {
        request.log.warn({ err: error }, 'failed to expire a replaced checkout session');
      });
    // Both run in parallel. Failing to expire the old session does not fail the new one.
    const [{ isReserved, ...opened }] = await Promise.all([
      openPage(context, provider, order),
      order.replacedSession === null ? null : endPage(order.replacedSession),
    ]);
    // Replaced while it was being opened, before its session id was recorded.
    if (lessonIds !== undefined && !isReserved) await endPage(opened.session_id);
    return opened;
  });

  const openPage = async (context: Context, connected: PaymentProvider, order: PlacedOrder) => {
    try {
      const { sessionId, url } = await openCheckout(connected, order, { appUrl, page: order.page });
      const isReserved = await attachSession(context, { paymentId: order.id, sessionId });
      return { checkout_url: url, session_id: sessionId, isReserved };
    } catch (error) {
      await abandonReservation(context, 'id', order.id);
      throw error;
    }
  };

  /**
   * Expires the session of a replaced order. If it was paid after all, the payment is fulfilled.
   */
  const endReplaced = async (context: Context, connected: PaymentProvider, sessionId: string) => {
    const session = await endSession(connected, sessionId);
    if (typeof session === 'object') await applySession(context, session);
  };

  mount(api, endpoints.cancelCheckout, async ({ context, params: { session_id: sessionId } }) => {
    const payment = await requirePayment(context, sessionId);
    if (payment.status !== 'pending') return { payment };
    if (provider === null) throw new Refusal('payments_unavailable');
    const session = await endSession(provider, sessionId);
    if (typeof session !== 'object') {
      await abandonReservation(context, 'session_id', sessionId);
      throw new Refusal('payment_provider_error', { message: CANNOT_END });
    }
    await applySession(context, session);
    return { payment: await requirePayment(context, sessionId) };
  });

  const requirePayment = async ({ actor, now }: Context<FamilyActor>, sessionId: string) => {
    const payment = isSessionId(sessionId)
      ? await findPayment(db, { familyId: actor.familyId, sessionId, now })
      : null;
    if (payment === null) throw new Refusal('payment_not_found');
    return payment;
  };

  let looking = 0;
  /**
   * Asks the provider about a pending payment for its family, unless the family asked recently or
   * too many lookups are running. Returns whether the stored payment may have changed.
   */
  const lookFor = async (
    context: Context<FamilyActor>,
    connected: PaymentProvider,
    sessionId: string,
  ): Promise<boolean> => {
    if (looking === MAX_FAMILY_LOOKS) return false;
    looking += 1;
    try {
      if (!(await claimFamilyLook(context, sessionId))) return false;
      const session = await lookUpSession(connected, sessionId);
      if (typeof session !== 'object') return false;
      await applySession(context, session);
      return true;
    } finally {
      looking -= 1;
    }
  };

  mount(api, endpoints.getPayment, async ({ context, params }) => {
    const { session_id: sessionId } = params;
    const payment = await requirePayment(context, sessionId);
    const isLookedFor =
      payment.status === 'pending' &&
      provider !== null &&
      (await lookFor(context, provider, sessionId));
    return { payment: isLookedFor ? await requirePayment(context, sessionId) : payment };
  });

  mountList(api, endpoints.listPayments, async (call) => ({
    payments: await listInvoiced(call.db, call.actor.familyId),
  }));
  mount(api, endpoints.returnPayment, async ({ context, params: { id }, body, requestKey }) => {
    const { familyId } = context.actor;
    const asker = { by: 'family', familyId } as const;
    await askRefund(context, provider, { paymentId: id, asker, ...body }, requestKey);
    const payments = await listInvoiced(db, familyId);
    return { payment: present(payments.find((payment) => payment.id === id)) };
  });
  mountList(api, endpoints.listAdminPayments, (call) =>
    listPayments(call.db, call.query, call.now),
  );
  mount(api, endpoints.refundPayment, async ({ context, params: { id }, body, requestKey }) => {
    const asker = { by: 'tutor', adminId: context.actor.id } as const;
    await askRefund(context, provider, { paymentId: id, asker, ...body }, requestKey);
    return { payment: present(await findAdminPayment(db, id)) };
  });
  mount(api, endpoints.getInvoice, async ({ context, params: { id } }) =>
    readInvoice(db, { id, familyId: context.actor.familyId }, await readSeller()),
  );
  mount(api, endpoints.getFamilyInvoice, async ({ params: { id } }) =>
    readInvoice(db, { id }, await readSeller()),
  );

  mount(api, endpoints.resendReceipt, async ({ context, params }) => {
    await resendReceipt(context, params.id);
    return {};
  });

  /**
   * A dispute carries only a payment intent, which may not be stored yet. Returns whether the
   * dispute belongs to a payment in this database.
   */
  const receiveDispute = async (
    context: Context,
    connected: PaymentProvider,
    dispute: DisputeFacts,
  ): Promise<boolean> => {
    if (dispute.paymentIntent === null) return false;
    if (await applyDispute(context, dispute, { paymentIntent: dispute.paymentIntent })) return true;
    const found = await lookUpPayment(connected, dispute.paymentIntent);
    // The provider redelivers a webhook that is not answered with 200.
    if (found === 'away') throw new Refusal('payment_provider_error');
    return found === 'unknown' ? false : applyDispute(context, dispute, found);
  };

  /** The provider redelivers a webhook that is not answered with 200. */
  const receiveRefund = async (
    context: Context,
    connected: PaymentProvider,
    refund: RefundHint,
  ): Promise<boolean> => {
    const isOurs = await syncRefunds(context, connected, refund);
    if (isOurs === 'away') throw new Refusal('payment_provider_error');
    return isOurs;
  };

  // The signature covers the raw bytes, so this route alone reads its body unparsed.
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
      if (provider === null) throw new Refusal('payments_unavailable');
      const payload = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['stripe-signature'];
      const event = readWebhook(
        provider,
        payload,
        Array.isArray(signature) ? signature[0] : signature,
        context.now,
      );
      if (event.about === 'something else') {
        request.log.info({ type: event.type }, 'ignored webhook event type');
        return {};
      }
      const isOurs =
        event.about === 'session'
          ? await applySession(context, event.session)
          : event.about === 'refund'
            ? await receiveRefund(context, provider, event.refund)
            : await receiveDispute(context, provider, event.dispute);
      if (!isOurs)
        request.log.info({ about: event.about }, 'ignored webhook about an unknown payment');
      return {};
    });
  });
}

/** The payment that was just changed. */
function present<Payment>(payment: Payment | null | undefined): Payment {
  if (payment === null || payment === undefined) throw new Refusal('payment_not_found');
  return payment;
}

const CANNOT_END = 'The payment page could not be closed. Please try again.';

/** Stripe's ids are short words; anything else cannot name a payment. */
const isSessionId = (text: string) => /^\w{1,255}$/.test(text);
