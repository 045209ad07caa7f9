// Stripe's refusals: one error object with a type, a code, a message and the parameter at fault.

interface FailureOptions {
  readonly code?: string;
  readonly param?: string;
  readonly type?: 'invalid_request_error' | 'idempotency_error' | 'api_error';
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown where a call is refused; the API answers with its `status` and `body`. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: string | undefined;
  readonly param: string | undefined;
  readonly type: string;

  constructor(status: number, message: string, options: FailureOptions = {}) {
    super(message);
    this.name = 'StripeFailure';
    this.status = status;
    this.headers = options.headers ?? {};
    this.code = options.code;
    this.param = options.param;
    this.type = options.type ?? 'invalid_request_error';
  }

  get body(): { error: Record<string, string> } {
    return {
      error: {
        ...(this.code === undefined
          ? {}
          : {
              code: this.code,
              doc_url: `https://stripe.com/docs/error-codes/${this.code.replaceAll('_', '-')}`,
            }),
        message: this.message,
        ...(this.param === undefined ? {} : { param: this.param }),
        type: this.type,
      },
    };
  }
}

/** A parameter that Stripe would refuse. */
export function invalid(param: string, message: string, code?: string): StripeFailure {
  return new StripeFailure(400, message, { param, ...(code === undefined ? {} : { code }) });
}

/** An id that names nothing; `param` is how Stripe calls the id of that call. */
export function missing(kind: string, id: string, param: string, status: 400 | 404 = 404): StripeFailure {
  return new StripeFailure(status, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
}
