// The parameters of a new checkout session, checked as Stripe checks them.
import { formatMoney } from '../../domain/credits.ts';
import { invalid } from './failure.ts';
import type { Params } from './params.ts';

const CURRENCIES = ['gbp', 'eur', 'usd'] as const;
const LOCALES = ['auto', 'en', 'en-GB'] as const;
const SUBMIT_TYPES = ['auto', 'book', 'donate', 'pay'] as const;
export const METHODS = ['card', 'bacs_debit'] as const;
export type Method = (typeof METHODS)[number];

/** Minor units of the currency; Stripe's bounds of one charge. */
const AMOUNT = { min: 30, max: 99_999_999 } as const;
const MAX_LINE_ITEMS = 100;
const LIFE_SECONDS = { min: 30 * 60, max: 24 * 3600 } as const;

export interface WantedItem {
  readonly name: string;
  readonly description: string | null;
  /** Minor units. */
  readonly unitAmount: number;
  readonly quantity: number;
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
  readonly paymentIntent: {
    readonly metadata: Record<string, string>;
    readonly description: string | null;
    readonly receiptEmail: string | null;
    readonly statementDescriptor: string | null;
    readonly statementDescriptorSuffix: string | null;
  };
  readonly methods: readonly Method[];
  readonly methodsGiven: boolean;
  readonly locale: (typeof LOCALES)[number] | null;
  readonly submitType: (typeof SUBMIT_TYPES)[number] | null;
  /** Shown next to the pay button. */
  readonly submitText: string | null;
  /** Whole seconds since the epoch. */
  readonly expiresAt: number;
}

/** Reads `POST /v1/checkout/sessions`; `now` is epoch milliseconds. Throws a StripeFailure. */
export function readWantedSession(params: Params, now: number): WantedSession {
  params.required('mode', params.choice('mode', ['payment']));
  params.choice('ui_mode', ['hosted_page']);
  const { items, currency } = readItems(params);
  const total = items.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  checkTotal(total, currency);
  const methods = params
    .texts('allowed_payment_method_types')
    .map((method, index) => readMethod(method, index));
  const intent = params.nested('payment_intent_data');
  intent?.choice('capture_method', ['automatic', 'automatic_async']);
  return {
    items,
    currency,
    total,
    successUrl: params.required('success_url', params.url('success_url')),
    cancelUrl: params.url('cancel_url'),
    clientReferenceId: params.text('client_reference_id', 200),
    customerEmail: readEmail(params, 'customer_email'),
    metadata: params.metadata('metadata'),
    paymentIntent: {
      metadata: intent?.metadata('metadata') ?? {},
      description: intent?.text('description', 1000) ?? null,
      receiptEmail: intent === null ? null : readEmail(intent, 'receipt_email'),
      statementDescriptor: intent?.text('statement_descriptor', 22) ?? null,
      statementDescriptorSuffix: intent?.text('statement_descriptor_suffix', 22) ?? null,
    },
    methods: methods.length === 0 ? METHODS : methods,
    methodsGiven: methods.length > 0,
    locale: params.choice('locale', LOCALES),
    submitType: params.choice('submit_type', SUBMIT_TYPES),
    submitText: params.nested('custom_text')?.nested('submit')?.text('message', 1200) ?? null,
    expiresAt: readExpiry(params, now),
  };
}

function readItems(params: Params): { items: WantedItem[]; currency: string } {
  const wantedCurrency = params.choice('currency', CURRENCIES);
  const lines = params.list('line_items');
  if (lines.length === 0) params.required('line_items', null);
  if (lines.length > MAX_LINE_ITEMS)
    throw invalid('line_items', `You can only pass up to ${MAX_LINE_ITEMS} line items.`);
  const currencies = new Set<string>();
  const items = lines.map((line) => {
    const price = line.required('price_data', line.nested('price_data'));
    const product = price.required('product_data', price.nested('product_data'));
    currencies.add(price.required('currency', readCurrency(price)));
    // Pictures and the product's metadata are allowed by Stripe and shown nowhere here.
    product.texts('images');
    product.metadata('metadata');
    line.metadata('metadata');
    return {
      name: product.required('name', product.text('name', 1500)),
      description: product.text('description'),
      unitAmount: price.required('unit_amount', price.integer('unit_amount', { min: 0, max: AMOUNT.max })),
      quantity: line.required('quantity', line.integer('quantity', { min: 1, max: 1_000_000 })),
    };
  });
  const [currency, other] = currencies;
  if (currency === undefined || other !== undefined || (wantedCurrency ?? currency) !== currency)
    throw invalid('line_items', 'All line items must have the same currency.');
  return { items, currency };
}

function readCurrency(price: Params): string | null {
  const given = price.text('currency');
  if (given === null) return null;
  const known = CURRENCIES.find((currency) => currency === given.toLowerCase());
  if (known === undefined)
    throw invalid(
      price.nameOf('currency'),
      `Invalid currency: ${given}. This sandbox supports these currencies: ${CURRENCIES.join(', ')}`,
    );
  return known;
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

function readMethod(method: string, index: number): Method {
  const known = METHODS.find((one) => one === method);
  if (known === undefined)
    throw invalid(
      `allowed_payment_method_types[${index}]`,
      `Invalid allowed_payment_method_types[${index}]: must be one of ${METHODS.join(', ')}`,
    );
  return known;
}

function readEmail(params: Params, name: string): string | null {
  const email = params.text(name, 800);
  if (email !== null && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw invalid(params.nameOf(name), `Invalid email address: ${email}`, 'email_invalid');
  return email;
}

function readExpiry(params: Params, now: number): number {
  const seconds = Math.floor(now / 1000);
  const wanted = params.integer('expires_at', { min: 0, max: Number.MAX_SAFE_INTEGER });
  if (wanted === null) return seconds + LIFE_SECONDS.max;
  if (wanted < seconds + LIFE_SECONDS.min)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
    );
  if (wanted > seconds + LIFE_SECONDS.max)
    throw invalid(
      'expires_at',
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
    );
  return wanted;
}
