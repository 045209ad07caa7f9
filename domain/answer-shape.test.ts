// What is left of an answer's schema for the browser, and which answers it lets through.
import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { fitsShape, shapeOf } from './answer-shape.ts';
import * as endpoints from './endpoints.ts';

test('a shape is the kind of each field, without what any answer has', () => {
  expect(shapeOf(endpoints.createCheckout.answer)).toEqual({ checkout_url: 'string' });
  expect(shapeOf(endpoints.listCustomers.answer)).toEqual({ customers: 'list', total: 'number' });
  expect(shapeOf(endpoints.login.answer)).toMatchObject({
    session: { access_token: 'string', refresh_token: 'string', expires_at: 'number' },
  });
  expect(shapeOf(endpoints.listCredits.answer)).toEqual({ entries: 'list', hasEarlier: 'boolean' });
  expect(shapeOf(endpoints.deleteLesson.answer)).toEqual({});
});

test('what may be missing or null is left to whoever reads it', () => {
  const schema = z.object({ a: z.optional(z.string()), b: z.nullable(z.string()), c: z.enum(['x']) });
  expect(shapeOf(schema)).toEqual({ c: 'string' });
});

test.each([
  [{ customers: [], total: 0 }, true],
  [{ customers: [null], total: 1, more: true }, true],
  [{ customers: {}, total: 0 }, false],
  [{ customers: [] }, false],
  [{ customers: null, total: 0 }, false],
  [{ customers: [], total: '0' }, false],
])('whether %o is a list of customers with their number', (answer, fits) => {
  expect(fitsShape(answer, { customers: 'list', total: 'number' })).toBe(fits);
});

test.each([
  [{ user: { name: 'Ada' } }, true],
  [{ user: { name: null } }, false],
  [{ user: [] }, false],
  [{ user: null }, false],
  [{}, false],
])('whether %o has a user with a name', (answer, fits) => {
  expect(fitsShape(answer, { user: { name: 'string' } })).toBe(fits);
});
