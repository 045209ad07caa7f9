// What a field of a form puts into the page.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { PasswordField } from './password-field.tsx';
import { NumberField, SelectField, TextArea, TextField } from './text-field.tsx';
import type { AppForm } from './use-app-form.ts';

interface Values {
  readonly email: string;
  readonly password: string;
  readonly amount: number;
  readonly year: 'year-10' | 'year-11';
  readonly note?: string;
}

const form: AppForm<Values> = {
  faults: { email: 'Invalid email address' },
  problem: null,
  isSubmitting: false,
  defaultValues: { email: 'kim@example.com', amount: 3, note: 'Asks about waves' },
  reset: () => undefined,
  setValue: () => undefined,
  attach: () => undefined,
  submit: async () => undefined,
  change: () => undefined,
};

test('a field has its name, its first value, its fault and its help', () => {
  const html = renderToStaticMarkup(
    <TextField
      form={form}
      name="email"
      label="Email"
      type="email"
      hint="We write to it"
      autoComplete="email"
    />,
  );
  const id = /<label for="([^"]+)"[^>]*>Email<\/label>/.exec(html)?.[1];
  expect(html).toContain(`id="${id}"`);
  for (const part of [
    'type="email"',
    'name="email"',
    'value="kim@example.com"',
    'autoComplete="email"',
    'aria-required="true"',
    'aria-invalid="true"',
    `aria-describedby="${id}-error ${id}-hint"`,
    'Invalid email address',
  ])
    expect(html).toContain(part);
});

test('every kind of field takes its part in the form', () => {
  const html = renderToStaticMarkup(
    <>
      <NumberField form={form} name="amount" label="Credits" min={1} />
      <SelectField
        form={form}
        name="year"
        label="Year"
        placeholder="Choose a year"
        options={[{ value: 'year-10', label: 'Year 10' }]}
      />
      <TextArea form={form} name="note" label="Note" optional />
      <PasswordField form={form} name="password" label="Password" autoComplete="new-password" />
    </>,
  );
  for (const part of [
    /<input [^>]*inputMode="numeric"[^>]*min="1"[^>]*type="number"[^>]*name="amount"[^>]*value="3"/,
    /<select [^>]*aria-required="true"[^>]*name="year"|<select [^>]*name="year"[^>]*aria-required="true"/,
    /<option value="">Choose a year<\/option><option value="year-10">Year 10<\/option>/,
    /<textarea [^>]*rows="4"[^>]*name="note"[^>]*aria-required="false"[^>]*>Asks about waves<\/textarea>/,
    /<input [^>]*type="password"[^>]*autoComplete="new-password"[^>]*name="password"/,
  ])
    expect(html).toMatch(part);
});
