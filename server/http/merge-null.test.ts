// What the OpenAPI document says of values that may be null.
import { expect, test } from 'vitest';
import * as z from 'zod';

import * as endpoints from '../../domain/endpoints.ts';
import { mergeNull } from './merge-null.ts';
import { describeApi } from './openapi.ts';

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => mergeNull(jsonSchema),
  });
  return rest;
};

test.each([
  [z.string().max(5).nullable(), { type: ['string', 'null'], maxLength: 5 }],
  [z.enum(['a', 'b']).nullable(), { type: ['string', 'null'], enum: ['a', 'b', null] }],
  [
    z.string().describe('in').nullable().describe('out'),
    { type: ['string', 'null'], description: 'out' },
  ],
  [z.string().describe('in').nullable(), { type: ['string', 'null'], description: 'in' }],
  [z.null(), { type: 'null' }],
  // Which of several types a keyword is about has to be said.
  [
    z.union([z.string().max(5), z.boolean()]),
    { anyOf: [{ type: 'string', maxLength: 5 }, { type: 'boolean' }] },
  ],
])('case %#: null is one of the types', (schema, json) => {
  expect(schemaOf(schema)).toEqual(json);
});

test('a family without a year, and an id in an address', () => {
  const { put } =
    describeApi(endpoints, 'https://lessons.test').paths['/api/users/students/{id}'] ?? {};
  expect(put).toMatchObject({
    parameters: [{ name: 'id', in: 'path', schema: { type: 'string' } }],
    requestBody: {
      content: {
        'application/json': {
          schema: { properties: { year_class: { type: ['string', 'null'] } } },
        },
      },
    },
  });
});
