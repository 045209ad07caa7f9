// Events and their signed deliveries, with retries and backoff.
import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { Stripe } from 'stripe';

import { newStripeId } from './ids.ts';
import { API_VERSION } from './objects.ts';

const TIMEOUT_MS = 10_000;

/**
 * The type of an event. The SDK's own type separates the kinds, which does not help when sending.
 */
type EventType = Stripe.Event.Type;

export interface Delivery {
  readonly eventId: string;
  readonly type: EventType;
  /** 1 for the first. */
  readonly attempt: number;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly delivered: boolean;
}

/** The API call that caused an event. Both fields are null if a buyer or the clock caused it. */
export interface Cause {
  readonly id: string | null;
  readonly idempotency_key: string | null;
}

interface Circumstances {
  /** The previous values of the object's changed fields. */
  previous?: object;
  cause?: Cause | undefined;
}

interface WebhookOptions {
  readonly url: string | null;
  readonly secret: string;
  readonly now: () => number;
  /** Milliseconds before each retry; the number of entries is the number of retries. */
  readonly retryDelaysMs: readonly number[];
}

export class Webhooks {
  readonly deliveries: Delivery[] = [];
  readonly #events: SentEvent[] = [];
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #url: string | null;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#url = options.url;
  }

  /** Newest first. */
  events(): SentEvent[] {
    return this.#events.toReversed();
  }

  /** Where later events are sent; null only stores them here. */
  setUrl(url: string | null): void {
    this.#url = url;
  }

  /**
   * Creates an event from the object's current state and sends it. Resolves after the first
   * attempt, whatever its outcome.
   */
  publish(type: EventType, object: object, more: Circumstances = {}): Promise<void> {
    const event = makeEvent(type, object, more, this.#options.now());
    this.#events.push(event);
    const url = this.#url;
    if (url === null) return Promise.resolve();
    const first = Promise.withResolvers<void>();
    const delivery = this.#deliver(event, url, first.resolve).finally(() =>
      this.#running.delete(delivery),
    );
    this.#running.add(delivery);
    return first.promise;
  }

  /** Resolves when no delivery is in progress or waiting for a retry. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  async #deliver(event: SentEvent, url: string, firstIsOver: () => void): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const status = await this.#send(event, url);
      const delivered = status !== null && status >= 200 && status < 300;
      this.deliveries.push({ eventId: event.id, type: event.type, attempt, status, delivered });
      firstIsOver();
      if (delivered) return;
      const wait = this.#options.retryDelaysMs[attempt - 1];
      if (wait === undefined) return;
      const slept = await delay(wait, true, { signal: this.#closing.signal, ref: false }).catch(
        () => false,
      );
      if (!slept) return;
    }
  }

  /** The receiver's status; null when there was no answer. */
  async #send(event: SentEvent, url: string): Promise<number | null> {
    const payload = writeEvent(event);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        headers: signedHeaders(payload, this.#options.secret, this.#options.now()),
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      // Unreachable, too slow or closing: the delivery is recorded without an answer.
      return null;
    }
  }
}

type SentEvent = ReturnType<typeof makeEvent>;

/** An event about the object at `now`, in epoch milliseconds. */
function makeEvent(
  type: EventType,
  object: object,
  { previous, cause }: Circumstances,
  now: number,
) {
  return {
    id: newStripeId.event(),
    object: 'event',
    api_version: API_VERSION,
    created: Math.floor(now / 1000),
    data: structuredClone(
      previous === undefined ? { object } : { object, previous_attributes: previous },
    ),
    livemode: false,
    request: cause ?? { id: null, idempotency_key: null },
    type,
  };
}

/**
 * An event's body as Stripe sends it. It is indented, so that a receiver that verifies a
 * re-serialised body fails.
 */
export function writeEvent(event: object): string {
  return JSON.stringify(event, null, 2);
}

/** The headers of a delivery, including the signature; `at` is epoch milliseconds. */
export function signedHeaders(payload: string, secret: string, at: number) {
  const seconds = Math.floor(at / 1000);
  const mac = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': `t=${seconds},v1=${mac}`,
  };
}
