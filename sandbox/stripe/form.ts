// Stripe's form encoding: nested keys and lists in brackets, as its SDKs send them in bodies and queries.
import { StripeFailure } from './failure.ts';

export type FormValue = string | Form;
/** Without a prototype, so that a key such as `__proto__` is a key like any other. Lists have numeric keys. */
export interface Form {
  [key: string]: FormValue;
}

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_DEPTH = 10;

export function emptyForm(): Form {
  return Object.create(null) as Form;
}

/** Reads `a[b][0][c]=d` into nested objects. Throws a StripeFailure when keys contradict each other. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [key, value] of new URLSearchParams(text)) put(form, key, value);
  return form;
}

function put(form: Form, key: string, value: string): void {
  const [, head, brackets] = KEY.exec(key) ?? [];
  if (head === undefined || brackets === undefined) throw contradiction(key);
  const path = [head, ...Array.from(brackets.matchAll(/\[([^[\]]*)\]/g), ([, part]) => part ?? '')];
  if (path.length > MAX_DEPTH) throw contradiction(key);
  let place = form;
  path.forEach((part, depth) => {
    const name = part === '' ? String(Object.keys(place).length) : part;
    const found = place[name];
    if (depth === path.length - 1) {
      if (typeof found === 'object') throw contradiction(key);
      place[name] = value;
      return;
    }
    if (typeof found === 'string') throw contradiction(key);
    const next = found ?? emptyForm();
    place[name] = next;
    place = next;
  });
}

function contradiction(key: string): StripeFailure {
  return new StripeFailure(400, `Invalid parameter: ${key}`, { param: key });
}
