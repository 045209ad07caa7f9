// Error codes that any endpoint can return. The landing page knows no others.

export interface CatalogueEntry {
  readonly status: number;
  /** The sentence sent as `error`, unless the code that refuses gives a better one. */
  readonly text: string;
}

const SERVER_ERROR = 'Server error. Please try again later.';

export const generalErrors = {
  validation_failed: { status: 400, text: 'Please check the form fields and try again.' },
  bad_json: { status: 400, text: 'The request body is not valid JSON.' },
  unauthenticated: { status: 401, text: 'Authentication required' },
  forbidden: { status: 403, text: 'You do not have access to this.' },
  not_found: { status: 404, text: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, text: 'This address does not take that method.' },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: {
    status: 415,
    text: 'The request body must be sent as application/json.',
  },
  idempotency_key_reused: {
    status: 422,
    text: 'This Idempotency-Key was already used for a different request.',
  },
  rate_limited: { status: 429, text: 'Too many requests. Please try again later.' },
  internal: { status: 500, text: SERVER_ERROR },
  service_unavailable: { status: 503, text: SERVER_ERROR },
} as const satisfies Record<string, CatalogueEntry>;
