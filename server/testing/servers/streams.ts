// Reads event streams over real connections.
import { onTestFinished } from 'vitest';

interface WatchedStream<Event> {
  /**
   * Waits for the next event of this kind that the predicate accepts, among those not yet taken.
   */
  next<Kind extends string>(
    kind: Kind,
    accepts?: (event: Extract<Event, { kind: Kind }>) => boolean,
  ): Promise<Extract<Event, { kind: Kind }>>;
  /** Everything sent so far. */
  text(): string;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  stop(): void;
}

/** Opens a stream, which ends with the test at the latest. */
export async function watchStream<Event extends { readonly kind: string }>(
  url: string,
  { token }: { token: string },
): Promise<WatchedStream<Event>> {
  const abort = new AbortController();
  onTestFinished(() => abort.abort());
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: abort.signal });
  const type = response.headers.get('content-type') ?? '';
  if (!type.includes('text/event-stream'))
    throw new Error(`no stream but ${response.status} ${await response.text()}`);
  const events: Event[] = [];
  let [text, taken] = ['', 0];
  let wake = Promise.withResolvers<void>();
  let isOver = false;

  async function pump(): Promise<void> {
    let rest = '';
    for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += chunk;
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts)
        if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)) as Event);
      wake.resolve();
      wake = Promise.withResolvers();
    }
  }
  const ended = pump()
    // Stopped by the test.
    .catch(() => undefined)
    .finally(() => {
      isOver = true;
      wake.resolve();
    });
  return {
    async next<Kind extends string>(
      kind: Kind,
      accepts: (event: Extract<Event, { kind: Kind }>) => boolean = () => true,
    ) {
      const isKind = (event: Event): event is Extract<Event, { kind: Kind }> =>
        event.kind === kind && accepts(event as Extract<Event, { kind: Kind }>);
      for (;;) {
        for (; taken < events.length; taken += 1) {
          const event = events[taken];
          if (event === undefined || !isKind(event)) continue;
          taken += 1;
          return event;
        }
        if (isOver) throw new Error(`the stream ended before ${kind}:\n${text}`);
        await wake.promise;
      }
    },
    text: () => text,
    ended,
    stop: () => abort.abort(),
  };
}
