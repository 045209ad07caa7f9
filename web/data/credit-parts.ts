// What the return of credits by a family and a refund by the tutor have in common: both give back a
// part of a payment, and the dialog that asks for it says its failures itself.
import type { QueryKey } from '@tanstack/react-query';

import { isAsked } from '../../domain/payments/refund-parts.ts';
import type { Refund } from '../../domain/payments/refund.ts';

/** How often a list looks whether the money that was asked for is on its way. */
const CHECK_AGAIN_MS = 10_000;

/** The interval of a list: only while the provider has not decided about a refund in it. */
export const intervalWhileAsked = (payments: { refunds: Pick<Refund, 'state'>[] }[] = []) =>
  payments.some(({ refunds }) => refunds.some(isAsked)) ? CHECK_AGAIN_MS : false;

/** How failures are named by the dialog, which stays open. */
export const metaOfPart = (title: string, text: string, changes: QueryKey[]) =>
  ({
    operation: { title, text, coversServerErrors: true, titles: { payments_unavailable: title } },
    isShownByForm: true,
    // After a refusal, what is left is no longer what the dialog says.
    changes,
    isPatched: true,
  }) as const;

/** The payments with this one as it is now. */
export const withPayment = <Payment extends { readonly id: string }>(
  payments: Payment[],
  changed: Payment,
): Payment[] => payments.map((one) => (one.id === changed.id ? changed : one));
