// Events and their signed deliveries, with retries and back-off.
import { setTimeout as delay } from 'node:timers/promises';

import { BoundedMap } from './bounded-map.ts';
import { newId } from './ids.ts';
import { API_VERSION, type EventType, type SentEvent } from './objects.ts';
import { signPayload, writeEvent } from './signature.ts';

const MOST_KEPT = 20_000;

export interface Delivery {
  readonly eventId: string;
  readonly type: EventType;
  readonly url: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Null when no answer came. */
  readonly status: number | null;
  readonly delivered: boolean;
  readonly error: string | null;
}

/** The API call that an event comes from; both are null when a buyer or the passing of time caused it. */
export interface Cause {
  readonly id: string | null;
  readonly idempotency_key: string | null;
}

export interface WebhookOptions {
  readonly url: string | null;
  readonly secret: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
  /** Milliseconds before each further attempt; as many further attempts as there are entries. */
  readonly retryDelaysMs: readonly number[];
  readonly timeoutMs: number;
}

export class Webhooks {
  readonly events = new BoundedMap<string, SentEvent>(MOST_KEPT);
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #log: Delivery[] = [];
  #url: string | null;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#url = options.url;
  }

  get deliveries(): readonly Delivery[] {
    return this.#log;
  }

  /** Where events from now on go; null keeps them here, to be sent again by id. */
  setUrl(url: string | null): void {
    this.#url = url;
  }

  /** Makes an event of the object as it is now and sends it. Resolves after the first attempt, however it went. */
  publish(type: EventType, object: object, more: { previous?: object; cause?: Cause } = {}): Promise<void> {
    const event: SentEvent = {
      id: newId.event(),
      object: 'event',
      api_version: API_VERSION,
      created: Math.floor(this.#options.now() / 1000),
      data: structuredClone(
        more.previous === undefined ? { object } : { object, previous_attributes: more.previous },
      ),
      livemode: false,
      pending_webhooks: this.#url === null ? 0 : 1,
      request: more.cause ?? { id: null, idempotency_key: null },
      type,
    };
    this.events.set(event.id, event);
    const url = this.#url;
    if (url === null) return Promise.resolve();
    const first = Promise.withResolvers<void>();
    void this.#track(this.#deliver(event, url, first.resolve));
    return first.promise;
  }

  /** Sends an event once more, newly signed, to the present address; no retries. */
  resend(eventId: string): Promise<Delivery> {
    const event = this.events.get(eventId);
    if (event === undefined) return Promise.reject(new Error(`No such event: ${eventId}`));
    const url = this.#url;
    if (url === null) return Promise.reject(new Error('No webhook address is set'));
    const attempt = this.#log.filter((delivery) => delivery.eventId === eventId).length + 1;
    return this.#track(this.#attempt(event, url, attempt));
  }

  /** Resolves when nothing is under way or waiting for a retry. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.idle();
  }

  #track<T>(work: Promise<T>): Promise<T> {
    this.#running.add(work);
    const forget = () => this.#running.delete(work);
    work.then(forget, forget);
    return work;
  }

  async #deliver(event: SentEvent, url: string, firstIsOver: () => void): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { delivered } = await this.#attempt(event, url, attempt);
      firstIsOver();
      if (delivered) {
        event.pending_webhooks = 0;
        return;
      }
      const wait = this.#options.retryDelaysMs[attempt - 1];
      if (wait === undefined) {
        this.#options.log(`gave up on ${event.type} ${event.id} after ${attempt} attempts`);
        return;
      }
      const slept = await delay(wait, true, { signal: this.#closing.signal, ref: false }).catch(() => false);
      if (!slept) return;
    }
  }

  async #attempt(event: SentEvent, url: string, attempt: number): Promise<Delivery> {
    const payload = writeEvent(event);
    const at = this.#options.now();
    let status: number | null = null;
    let error: string | null = null;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: payload,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signPayload(payload, this.#options.secret, at),
        },
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#options.timeoutMs)]),
      });
      status = answer.status;
      await answer.body?.cancel();
    } catch (cause) {
      error = describe(cause);
    }
    const delivered = error === null && status !== null && status >= 200 && status < 300;
    const delivery = { eventId: event.id, type: event.type, url, attempt, at, status, delivered, error };
    this.#log.push(delivery);
    if (this.#log.length > MOST_KEPT) this.#log = this.#log.slice(-MOST_KEPT / 2);
    this.#options.log(
      `${event.type} ${event.id} -> ${url}: ${status ?? error ?? 'no answer'} (attempt ${attempt})`,
    );
    return delivery;
  }
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? cause.cause.message : cause.message;
}
