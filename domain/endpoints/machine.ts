// Endpoints for programs: Stripe and monitoring.
import { endpoint, ok } from '../endpoint.ts';

const done = ok({});

export const stripeWebhook = endpoint('POST', '/api/payments/webhook', {
  summary: 'Receive an event from Stripe',
  auth: 'none',
  answer: done,
  errors: ['invalid_signature', 'unsupported_event', 'payments_unavailable'],
});
export const health = endpoint('GET', '/api/health', {
  summary: 'Report whether the server and its database are ready',
  auth: 'none',
  answer: done,
});
