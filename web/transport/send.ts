// One HTTP exchange for one endpoint: builds the request, sends it once and turns an error response
// into its kind of failure. The mode of its credentials decides which connection it uses.
import {
  addressOf,
  type AnswerOf,
  type Endpoint,
  fileTooLarge,
  type SentBody,
  type SentParams,
  type SentQuery,
} from '../../domain/endpoint.ts';
import type { ErrorCode, FieldFault } from '../../domain/errors.ts';
import { generalErrors } from '../../domain/general-errors.ts';
import {
  ApiError,
  asFailure,
  AuthenticationError,
  AuthorizationError,
  isAbort,
  NetworkError,
  UNEXPECTED,
  ValidationError,
} from './failures.ts';

type OptionsPart<Name extends string, Value> = [Value] extends [never]
  ? { readonly [K in Name]?: never }
  : { readonly [K in Name]: Value };

/** The options of a call of this endpoint: exactly the parts that it takes. */
export type CallOptions<E extends Endpoint> = OptionsPart<'params', NonNullable<SentParams<E>>> &
  OptionsPart<'body', NonNullable<SentBody<E>>> & {
    readonly query?: SentQuery<E>;
    /** For endpoints that take a file instead of a body. */
    readonly file?: Blob;
    readonly signal?: AbortSignal | undefined;
    /**
     * At most LENGTHS.idempotencyKey.max characters; the same for every attempt at one submission.
     */
    readonly idempotencyKey?: string;
  };

/**
 * Sends once, with the given token. Throws one of the failures of failures.ts, or the abort of
 * `signal`.
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  token: string | null,
): Promise<AnswerOf<E>> {
  try {
    return await exchange(endpoint, options, token);
  } catch (error) {
    throw asFailure(error);
  }
}

async function exchange<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
  token: string | null,
): Promise<AnswerOf<E>> {
  requireSmallFile(endpoint, options.file);
  const request: RequestInit = {
    method: endpoint.method,
    headers: headersOf(options, token),
    body: options.file ?? (options.body === undefined ? null : JSON.stringify(options.body)),
    signal: options.signal ?? null,
    credentials: requestCredentials(),
    cache: endpoint.sharedSeconds === undefined ? 'no-store' : 'default',
  };
  const address = addressOf(endpoint, options);
  let response: Response;
  try {
    // The page's inline script may have sent it already (early-calls.ts).
    const early = endpoint.method === 'GET' ? window.takeEarly?.(address, token) : null;
    response = await (early ?? fetch(address, request));
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new NetworkError(error);
  }
  reportAnswer();
  return readAnswer(endpoint, response);
}

/** Some proxies answer a file that is too large with a page of their own. */
function requireSmallFile({ file: allowed }: Endpoint, file: Blob | undefined): void {
  if (allowed === undefined || file === undefined || file.size <= allowed.maxBytes) return;
  throw new ApiError(fileTooLarge(allowed.maxBytes), { status: 413, code: 'payload_too_large' });
}

function headersOf(
  options: { idempotencyKey?: string; file?: Blob },
  token: string | null,
): Headers {
  const type =
    options.file === undefined
      ? 'application/json'
      : options.file.type.startsWith('image/')
        ? options.file.type
        : 'application/octet-stream';
  const headers = new Headers({ 'Content-Type': type, Accept: 'application/json' });
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  if (options.idempotencyKey !== undefined) headers.set('Idempotency-Key', options.idempotencyKey);
  return headers;
}

async function readAnswer<E extends Endpoint>(
  endpoint: E,
  response: Response,
): Promise<AnswerOf<E>> {
  const { status, statusText } = response;
  let body: unknown;
  try {
    body = await response.json();
  } catch (error) {
    if (isAbort(error)) throw error;
    // A connection lost during the response counts as no response; text that is not JSON is an
    // invalid one.
    if (!(error instanceof SyntaxError)) throw new NetworkError(error);
    throw failureOf(endpoint, status, { error: `HTTP ${status}: ${statusText}` });
  }
  if (response.ok && isAnswer<E>(endpoint, body)) return body;
  throw failureOf(endpoint, status, body);
}

/**
 * Any other body with a 2xx status is a failure. Every response schema requires `success: true`.
 */
function isAnswer<E extends Endpoint>({ answer }: E, body: unknown): body is AnswerOf<E> {
  return answer.safeParse(body).success;
}

/** Reads what it can from the body of a failure, which a proxy may have written. */
function readFailure({ errors = [] }: Endpoint, body: unknown) {
  const { error, code, details } = Object(body) as Readonly<Record<string, unknown>>;
  return {
    error: typeof error === 'string' ? error : undefined,
    code: isGeneral(code) ? code : errors.find((own) => own === code),
    details: Array.isArray(details) ? details.filter(isFieldFault) : undefined,
  };
}

function isFieldFault(detail: unknown): detail is FieldFault {
  const { field, message } = Object(detail) as Readonly<Record<string, unknown>>;
  return typeof field === 'string' && typeof message === 'string';
}

function isGeneral(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(generalErrors, code);
}

/** A 2xx status without a reason counts as 500, like every other unexpected response. */
function failureOf(endpoint: Endpoint, answeredWith: number, body: unknown): ApiError {
  const audience = endpoint.auth === 'none' ? undefined : endpoint.auth;
  const { error, code, details } = readFailure(endpoint, body);
  const message = error ?? defaultText(answeredWith);
  const status = answeredWith < 400 && error === undefined ? 500 : answeredWith;
  const errorAnswer = { status, code, details };
  if (status === 400 && details !== undefined) return new ValidationError(message, errorAnswer);
  if (status === 401) return new AuthenticationError(message, errorAnswer, audience);
  if (status === 403) return new AuthorizationError(message, errorAnswer);
  return new ApiError(message, errorAnswer);
}

function defaultText(status: number): string {
  if (status === 401) return generalErrors.unauthenticated.text;
  if (status === 429) return generalErrors.rate_limited.text;
  return [500, 502, 503, 504].includes(status) ? generalErrors.internal.text : UNEXPECTED;
}

/**
 * Browsers keep requests with and without credentials on separate connections. Over HTTP/2 a new
 * request would wait in the connection that a hole in the network has stalled, so this mode changes
 * then. The site sets no cookies; at most a proxy's are sent with the second mode.
 */
let credentials: RequestCredentials = 'omit';
const listeners = new Set<() => void>();

/** The mode of the next request. The bearer token alone identifies a caller. */
export const requestCredentials = (): RequestCredentials => credentials;

/** Makes the next requests use another connection. */
export function leaveConnection(): void {
  credentials = credentials === 'omit' ? 'same-origin' : 'omit';
}

/** A call was answered: the server can be reached. */
export function reportAnswer(): void {
  for (const listener of listeners) listener();
}

/** Calls this after each answered call, until the returned function is called. */
export function onAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
