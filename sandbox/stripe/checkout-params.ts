// The parameters of a new checkout session, validated like Stripe's.
import { formatMoney } from '../../domain/payments/credits.ts';
import { invalid } from './failure.ts';
import type { Params } from './params.ts';

/** Stripe knows many more; the product uses only these. */
const CURRENCIES = ['gbp', 'eur', 'usd'] as const;
const LOCALES = ['auto', 'en', 'en-GB'] as const;
/** Stripe's bounds of one charge, in minor units. */
const AMOUNT = { min: 30, max: 99_999_999 } as const;
const LIFE_SECONDS = { min: 30 * 60, max: 24 * 3600 } as const;

/** Stripe's limit for a description of what is sold. */
const MAX_DESCRIPTION = 499;

interface WantedItem {
  readonly name: string;
  readonly description: string | null;
  /** Minor units. */
  readonly unitAmount: number;
  readonly quantity: number;
}

interface WantedIntent {
  readonly metadata: Record<string, string>;
  readonly description: string | null;
}

export interface WantedSession {
  readonly items: readonly WantedItem[];
  readonly currency: string;
  /** Minor units. */
  readonly total: number;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly clientReferenceId: string | null;
  readonly customerEmail: string | null;
  readonly metadata: Record<string, string>;
  readonly paymentIntent: WantedIntent;
  readonly allowPromotionCodes: boolean | null;
  readonly locale: (typeof LOCALES)[number] | null;
  /** Whole seconds since the epoch. */
  readonly expiresAt: number;
}

/** Reads `POST /v1/checkout/sessions`; `now` is epoch milliseconds. Throws a StripeFailure. */
export function readWantedSession(params: Params, now: number): WantedSession {
  params.required('mode', params.choice('mode', ['payment']));
  const { items, currency } = readItems(params);
  const total = items.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  checkTotal(total, currency);
  return {
    items,
    currency,
    total,
    successUrl: params.required('success_url', params.url('success_url')),
    cancelUrl: params.url('cancel_url'),
    clientReferenceId: params.text('client_reference_id', 200),
    customerEmail: readEmail(params, 'customer_email'),
    metadata: params.metadata('metadata'),
    paymentIntent: readIntent(params.nested('payment_intent_data')),
    allowPromotionCodes: params.flag('allow_promotion_codes'),
    locale: params.choice('locale', LOCALES),
    expiresAt: readExpiry(params, now),
  };
}

const readIntent = (data: Params | null): WantedIntent => ({
  metadata: data?.metadata('metadata') ?? {},
  description: data?.text('description', MAX_DESCRIPTION) ?? null,
});

function readItems(params: Params): { items: WantedItem[]; currency: string } {
  const lines = params.list('line_items');
  if (lines.length === 0) params.required('line_items', null);
  const currencies = new Set<string>();
  const items = lines.map((line) => {
    const price = line.required('price_data', line.nested('price_data'));
    const product = price.required('product_data', price.nested('product_data'));
    currencies.add(price.required('currency', price.choice('currency', CURRENCIES)));
    return {
      name: product.required('name', product.text('name', 1500)),
      description: product.text('description', MAX_DESCRIPTION),
      unitAmount: price.required(
        'unit_amount',
        price.integer('unit_amount', { min: 0, max: AMOUNT.max }),
      ),
      quantity: line.required('quantity', line.integer('quantity', { min: 1, max: 1_000_000 })),
    };
  });
  const [currency, other] = currencies;
  if (currency === undefined || other !== undefined)
    throw invalid('line_items', 'All line items must have the same currency.');
  return { items, currency };
}

function checkTotal(total: number, currency: string): void {
  if (total < AMOUNT.min)
    throw invalid(
      'line_items',
      `The Checkout Session's total amount due must add up to at least ${formatMoney(AMOUNT.min, currency)} ${currency}`,
      'amount_too_small',
    );
  if (total > AMOUNT.max)
    throw invalid(
      'line_items',
      `The Checkout Session's total amount due must be no more than ${formatMoney(AMOUNT.max, currency)} ${currency}`,
      'amount_too_large',
    );
}

function readEmail(params: Params, name: string): string | null {
  const email = params.text(name, 800);
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid(params.nameOf(name), `Invalid email address: ${email}`, 'email_invalid');
  return email;
}

function readExpiry(params: Params, now: number): number {
  const seconds = Math.floor(now / 1000);
  const expiresAt = params.integer('expires_at', { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (expiresAt === null) return seconds + LIFE_SECONDS.max;
  if (expiresAt < seconds + LIFE_SECONDS.min)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  if (expiresAt > seconds + LIFE_SECONDS.max)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  return expiresAt;
}
