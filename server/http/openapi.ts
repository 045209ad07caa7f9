// Generates the OpenAPI document from the endpoints.
import * as z from 'zod';

import type { Endpoint } from '../../domain/endpoint.ts';
import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import {
  ACCOUNT_LIMITS,
  type AccountLimit,
  FAMILY_LIMITS,
  LENGTHS,
  RATE_LIMITS,
} from '../../domain/limits.ts';
import { familyLimitOf, limitsOf } from './limits.ts';
import { mergeNull } from './merge-null.ts';

const toSchema = (schema: NonNullable<Endpoint['body']>, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => mergeNull(jsonSchema),
  });
  return rest;
};

const ANY_CALL: readonly ErrorCode[] = ['not_found', 'internal', 'service_unavailable'];

/** Every refusal that this endpoint can answer. */
function refusalsOf(endpoint: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>([...ANY_CALL, ...(endpoint.errors ?? [])]);
  const takesInput =
    endpoint.params !== undefined || endpoint.query !== undefined || endpoint.body !== undefined;
  if (takesInput) codes.add('validation_failed');
  if (endpoint.file !== undefined) codes.add('validation_failed');
  if (endpoint.method !== 'GET')
    for (const code of ['bad_json', 'payload_too_large', 'unsupported_media_type'] as const)
      codes.add(code);
  if (endpoint.auth !== 'none')
    for (const code of ['unauthenticated', 'forbidden'] as const) codes.add(code);
  if (endpoint.addressLimit !== undefined || limitsOf(endpoint).length > 0)
    codes.add('rate_limited');
  if (endpoint.idempotent === true) codes.add('idempotency_key_reused').add('validation_failed');
  return [...codes];
}

/** The other calls have the usual limit. */
const PER_MINUTE: ReadonlyMap<Endpoint['addressLimit'], number> = new Map([
  ['often', RATE_LIMITS.often.perMinute],
  ['link', RATE_LIMITS.often.perMinute],
  ['linkAct', RATE_LIMITS.excuses.perMinute],
]);

/** The rate limits of the call, in words. */
function limitWords(endpoint: Endpoint): string | null {
  const words = [addressWords(endpoint), accountWords(endpoint)].filter((each) => each !== null);
  return words.length === 0 ? null : words.join(' ');
}

function addressWords({ addressLimit }: Endpoint): string | null {
  if (addressLimit === undefined) return null;
  const perMinute = PER_MINUTE.get(addressLimit) ?? RATE_LIMITS.perMinute;
  const aDay = addressLimit === 'daily' ? `, and ${RATE_LIMITS.perDay} a day,` : '';
  const isByLink = addressLimit === 'link' || addressLimit === 'linkAct';
  const what = isByLink ? 'calls of one link, and of all links that do not work,' : 'calls';
  return `Up to ${perMinute} ${what} a minute${aDay} from one client address.`;
}

function accountWords(endpoint: Endpoint): string | null {
  const [all, own] = limitsOf(endpoint);
  if (all === undefined) return null;
  const together = often(all, `${all}s`);
  const limits = own === undefined ? together : `${often(own, 'calls')}, and ${together},`;
  const family = familyLimitOf(endpoint);
  const ofFamily =
    family === null ? '' : ` Up to ${FAMILY_LIMITS[family].calls} a day by one family.`;
  return `Up to ${limits} by one account.${ofFamily}`;
}

/** By the number of minutes. */
const PERIODS: ReadonlyMap<number, string> = new Map([
  [1, 'a minute'],
  [60, 'an hour'],
  [24 * 60, 'a day'],
]);

function often(limit: AccountLimit, what: string): string {
  const { calls, minutes } = ACCOUNT_LIMITS[limit];
  return `${calls} ${what} ${PERIODS.get(minutes) ?? `in ${minutes} minutes`}`;
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

function failureResponses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        // A line of a table in Markdown, in which | ends a cell.
        description: codes.map((code) => `${code}: ${errorCatalogue[code].text}`).join(' '),
        ...(codes.includes('rate_limited') ? { headers: RETRY_AFTER } : {}),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Failure' },
                { type: 'object', properties: { code: { type: 'string', enum: codes } } },
              ],
            },
          },
        },
      },
    ]),
  );
}

/** In an address everything is a text, also an id that may be a number in a body. */
const inAddress = (property: z.core.JSONSchema._JSONSchema) =>
  typeof property === 'object' && property.anyOf?.some(({ type }) => type === 'string') === true
    ? { type: 'string' }
    : property;

function parametersOf(endpoint: Endpoint) {
  const fields = (schema: Endpoint['params'], position: 'path' | 'query') => {
    if (schema === undefined) return [];
    const { properties = {}, required = [] } = toSchema(schema, 'input');
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: position,
      required: position === 'path' || required.includes(name),
      schema: inAddress(property),
    }));
  };
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: LENGTHS.idempotencyKey.max },
  };
  return [
    ...fields(endpoint.params, 'path'),
    ...fields(endpoint.query, 'query'),
    ...(endpoint.idempotent === true ? [key] : []),
  ];
}

function requestBodyOf({ body, file }: Endpoint) {
  if (file !== undefined)
    return {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          file.types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        ),
      },
    };
  if (body === undefined) return {};
  const content = { 'application/json': { schema: toSchema(body, 'input') } };
  return { requestBody: { required: true, content } };
}

/** The names of the security schemes, which generated clients use. */
const schemes = { family: 'student', admin: 'admin' } as const;

const securitySchemes = {
  student: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of a parent account.',
  },
  admin: { type: 'http', scheme: 'bearer', description: 'The access token of the tutor.' },
} as const;

const failureSchema = {
  type: 'object',
  required: ['success', 'error', 'code'],
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errorCatalogue) },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

function describeCall(operationId: string, endpoint: Endpoint) {
  const { auth, status = 200, summary } = endpoint;
  const description = limitWords(endpoint);
  return {
    operationId,
    summary,
    ...(description === null ? {} : { description }),
    // Always present, even if empty: leaving it out would mean that security is unspecified.
    security: auth === 'none' ? [] : [{ [schemes[auth]]: [] }],
    parameters: parametersOf(endpoint),
    ...requestBodyOf(endpoint),
    responses: {
      [String(status)]: {
        description: 'It worked.',
        content: {
          [endpoint.stream ?? 'application/json']: {
            schema: toSchema(endpoint.answer, 'output'),
          },
        },
      },
      ...failureResponses(endpoint),
    },
  };
}

/** An OpenAPI 3.1 document; `endpoints` by their names, which become the operation ids. */
export function describeApi(endpoints: Readonly<Record<string, Endpoint>>, appUrl: string) {
  const calls: Record<string, Record<string, unknown>> = {};
  for (const [operationId, endpoint] of Object.entries<Endpoint>(endpoints)) {
    (calls[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describeCall(
      operationId,
      endpoint,
    );
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lesson booking',
      version: '1',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: appUrl }],
    paths: calls,
    components: { securitySchemes, schemas: { Failure: failureSchema } },
  };
}
