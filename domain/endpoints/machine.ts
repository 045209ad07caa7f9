// Endpoints for programs: Stripe and monitoring.
import { endpoint, ok } from '../endpoint.ts';

const done = ok({});

export const stripeWebhook = endpoint('POST', '/api/payments/webhook', {
  auth: 'none',
  answer: done,
  errors: ['invalid_signature', 'payments_unavailable'],
});
export const health = endpoint('GET', '/api/health', { auth: 'none', answer: done });
