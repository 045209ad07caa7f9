// What a form reads from its controls, where it puts faults, and which names its fields may have.
import { expect, expectTypeOf, test } from 'vitest';

import { type FieldName, faultsByField, readValues } from './form-values.ts';

test('each kind of control gives a value of its own kind', () => {
  expect(
    readValues([
      { name: 'name', type: 'text', value: ' Kim ' },
      { name: 'amount', type: 'number', value: '3', valueAsNumber: 3 },
      { name: 'weeks', type: 'number', value: '', valueAsNumber: Number.NaN },
      { name: 'agreed', type: 'checkbox', value: 'on', checked: true },
      { name: 'asked', type: 'checkbox', value: 'on', checked: false },
      { name: 'year', type: 'select-one', value: 'year-12' },
    ]),
  ).toEqual({ name: ' Kim ', amount: 3, weeks: Number.NaN, agreed: true, asked: false, year: 'year-12' });
});

test('a field shows the first of its faults', () => {
  expect(
    faultsByField([
      { field: 'email', message: 'Invalid email address' },
      { field: 'name', message: 'Too short' },
      { field: 'email', message: 'Too long' },
    ]),
  ).toEqual({ email: 'Invalid email address', name: 'Too short' });
});

interface Values {
  readonly name: string;
  readonly code?: string | undefined;
  readonly amount: number;
}

test('a field is named as a value of its own kind is', () => {
  expectTypeOf<FieldName<Values>>().toEqualTypeOf<'name' | 'code' | 'amount'>();
  expectTypeOf<FieldName<Values, string>>().toEqualTypeOf<'name' | 'code'>();
  expectTypeOf<FieldName<Values, number>>().toEqualTypeOf<'amount'>();
});
