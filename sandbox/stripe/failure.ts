// Stripe's errors: one object with a type, a code, a message and the parameter at fault.

interface Fault {
  readonly code?: string;
  readonly param?: string;
  readonly type?: 'invalid_request_error' | 'idempotency_error' | 'api_error';
}

/** Thrown for a refused call; the API answers with its `status` and `body`. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly #fault: Fault;

  constructor(status: number, message: string, fault: Fault = {}) {
    super(message);
    this.name = 'StripeFailure';
    this.status = status;
    this.#fault = fault;
  }

  get body() {
    return { error: { type: 'invalid_request_error', message: this.message, ...this.#fault } };
  }
}

/** An invalid parameter. */
export function invalid(param: string, message: string, code?: string): StripeFailure {
  return new StripeFailure(400, message, { param, ...(code === undefined ? {} : { code }) });
}

/** An unknown id; `param` is Stripe's name of that id in the call. */
export function missing(
  kind: string,
  id: string,
  param: string,
  status: 400 | 404 = 404,
): StripeFailure {
  return new StripeFailure(status, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
