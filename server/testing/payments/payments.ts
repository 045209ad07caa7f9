// The webhooks of the payment provider, in tests.
import * as endpoints from '../../../domain/endpoints.ts';
import type { TestApp } from '../app.ts';
import { type ClientAnswer, expectAnswer, expectRefusal } from '../client.ts';

interface SignedEvent {
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: object };
}

/** The parts of the payments stand-in that these tests use. */
export interface Provider {
  signEvent(event: object | string, how?: { secret?: string; at?: number }): SignedEvent;
  events(): readonly ProviderEvent[];
}

/** Delivers a webhook unchanged; its answer must be well-formed, success or refusal. */
export async function deliver(
  api: TestApp,
  { payload, headers }: SignedEvent,
): Promise<ClientAnswer<unknown>> {
  const { path: url } = endpoints.stripeWebhook;
  const sent = { method: 'POST', url, headers: { ...headers }, payload } as const;
  const response = await api.app.inject(sent);
  const body = response.json<unknown>();
  const answer = { status: response.statusCode, body, headers: response.headers };
  if (answer.status < 400) expectAnswer(endpoints.stripeWebhook, answer);
  else expectRefusal(answer);
  return answer;
}

/** The events about one session or its charge, oldest first. */
export function eventsAbout(provider: Provider, type: string, id: string) {
  const events = provider.events().filter((event) => event.type === type);
  return events.filter(({ data }) => JSON.stringify(data).includes(`"${id}"`)).toReversed();
}

/** Every order of the items. */
export function permutations<T>(items: T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
