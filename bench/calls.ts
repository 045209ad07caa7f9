// Single calls over HTTP and what they took, for benchmarks in which every caller has a connection
// of their own.
import { type Agent, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** The duration of the whole response. */
  readonly ms: number;
}

interface Call {
  agent: Agent;
  address: string;
  token: string;
  /** POST by default if there is a body, otherwise GET. */
  method?: string;
  body?: unknown;
}

export function call({ agent, address, token, body, ...rest }: Call): Promise<Answer> {
  const begun = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(
    address,
    {
      agent,
      method: rest.method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    },
    (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part: string) => (text += part));
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: text, ms: performance.now() - begun }),
      );
    },
  );
  outgoing.once('error', reject);
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

export const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);

/** The value at a share of the sorted values, in words. */
export const at = (values: readonly number[], share: number) =>
  `${Math.round(values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN)} ms`;
