// Random requests generated from the endpoints' schemas: well-formed ones, and broken ones.
import fc from 'fast-check';
import * as z from 'zod';

import type { Endpoint } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import {
  brokenBodies,
  type JsonSchema,
  junk,
  objectOf,
  type Pools,
  wholeObjectOf,
} from './arbitraries.ts';

export const fuzzed: readonly (readonly [string, Endpoint])[] = Object.entries(endpoints).filter(
  ([name, endpoint]) =>
    // A stream does not end, and deleting accounts would remove those that other calls need.
    !('stream' in endpoint) &&
    ![
      'deleteAccount',
      'changePassword',
      'changeAdminPassword',
      'logout',
      'adminLogout',
      'enableTwoFactor',
    ].includes(name),
);

const schemaOf = (schema: Endpoint['body']): JsonSchema =>
  schema === undefined
    ? {}
    : (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);

/** Whether the call may check or hash a password, which Argon2id makes slow. */
const takesPassword = ({ body }: Endpoint) =>
  Object.keys(schemaOf(body).properties ?? {}).some((field) => field.endsWith('password'));

const otherCallers = [
  'other',
  'partner',
  'student',
  'booker',
  'admin',
  'family',
  'garbage',
  'nobody',
] as const;

export interface Shot {
  readonly endpoint: Endpoint;
  readonly caller: 'own' | (typeof otherCallers)[number];
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown>;
  /** Sent instead of the body. */
  readonly broken: string | null;
  readonly type: string;
  readonly key: unknown;
}

const JSON_TYPE = 'application/json';
/** Mostly right. */
const callers = fc.oneof(
  { weight: 6, arbitrary: fc.constant('own' as const) },
  { weight: 8, arbitrary: fc.constantFrom(...otherCallers) },
);
const types = fc.oneof(
  { weight: 4, arbitrary: fc.constant(JSON_TYPE) },
  { weight: 2, arbitrary: fc.constantFrom(`${JSON_TYPE}; charset=x`, 'text/plain') },
);

/** A request to this endpoint: `isWhole` is well-formed, by somebody who may make it. */
function shotOf(endpoint: Endpoint, pools: Pools, isWhole: boolean): fc.Arbitrary<Shot> {
  const make = isWhole ? wholeObjectOf : objectOf;
  const own = { ...pools, ...weeksOf(endpoint), id: idsOf(pools, endpoint.path) };
  return fc.record({
    endpoint: fc.constant(endpoint),
    caller: isWhole ? fc.constant('own' as const) : callers,
    params: make(schemaOf(endpoint.params), own),
    query: make(schemaOf(endpoint.query), own),
    body: make(schemaOf(endpoint.body), own),
    broken: isWhole ? fc.constant(null) : fc.option(brokenBodies, { freq: 4 }),
    type: isWhole ? fc.constant(endpoint.file?.types[0] ?? JSON_TYPE) : types,
    key: fc.option(junk, { freq: 3 }),
  });
}

/** Well-formed requests, and broken ones; the pools contain meaningful values. */
export const shots = (pools: Pools): fc.Arbitrary<Shot> =>
  fc.oneof(
    ...fuzzed.map(([, endpoint]) => ({
      // At the same rate as the others, these would double the duration of the run; a quarter is
      // still over a hundred calls of each.
      weight: takesPassword(endpoint) ? 1 : 4,
      arbitrary: fc.oneof(shotOf(endpoint, pools, true), shotOf(endpoint, pools, false)),
    })),
  );

/** Only one week is copied: copies of copies would double without end. */
const weeksOf = (endpoint: Endpoint): Pools =>
  endpoint === endpoints.copyWeek ? { from: ['2026-11-21'], to: ['2027-10-31', '9999-12-31'] } : {};

/** Ids for the resource in the path. */
function idsOf(pools: Pools, path: string): readonly unknown[] {
  const nouns = ['students', 'parents', 'invitations', 'customers', 'payments', 'topics', 'import'];
  const about = nouns.find((noun) => path.includes(noun));
  return pools[about ?? 'lessons'] ?? [];
}
