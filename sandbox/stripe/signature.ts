// Signs webhooks as Stripe does, and on purpose also wrongly for tests.
import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header's value; `at` is epoch milliseconds. */
export function signPayload(payload: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${mac}`;
}

/** An event's body as Stripe sends it; indented, so that a receiver that signs a re-made body fails. */
export function writeEvent(event: object): string {
  return JSON.stringify(event, null, 2);
}
