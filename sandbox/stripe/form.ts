// Request bodies: reads them up to a limit, and parses Stripe's form encoding with nested keys and
// lists in brackets.
import type { IncomingMessage } from 'node:http';

import { StripeFailure } from './failure.ts';

export type FormValue = string | Form;
/** Has no prototype, so that `__proto__` is an ordinary key. Lists have numeric keys. */
export interface Form {
  [key: string]: FormValue;
}

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_BYTES = 1024 * 1024;

/** The whole body as text. Throws a StripeFailure (413) for one over 1 MiB. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new StripeFailure(413, 'Request body too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Parses `a[b][0][c]=d` into nested objects. Throws a StripeFailure when keys contradict each
 * other.
 */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) put(form, key, value);
  return form;
}

function emptyForm(): Form {
  return Object.create(null) as Form;
}

function put(form: Form, key: string, value: string): void {
  const [, head, brackets] = KEY.exec(key) ?? [];
  if (head === undefined || brackets === undefined) throw contradiction(key);
  const path = [head, ...Array.from(brackets.matchAll(/\[([^[\]]*)\]/g), ([, part]) => part ?? '')];
  let node = form;
  path.forEach((part, depth) => {
    const name = part === '' ? String(Object.keys(node).length) : part;
    const existing = node[name];
    if (depth === path.length - 1) {
      if (typeof existing === 'object') throw contradiction(key);
      node[name] = value;
      return;
    }
    if (typeof existing === 'string') throw contradiction(key);
    const next = existing ?? emptyForm();
    node[name] = next;
    node = next;
  });
}

function contradiction(key: string): StripeFailure {
  return new StripeFailure(400, `Invalid parameter: ${key}`, { param: key });
}
