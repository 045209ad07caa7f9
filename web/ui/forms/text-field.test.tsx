// What a form field renders.
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { type AppForm, useAppForm } from './form.tsx';
import { PasswordField } from './password-field.tsx';
import { NumberField, SelectField, TextArea, TextField } from './text-field.tsx';

const schema = z.object({
  email: z.string(),
  password: z.string(),
  amount: z.number(),
  year: z.enum(['year-10', 'year-11']),
  note: z.optional(z.string()),
  choices: z.array(z.object({ text: z.string() })),
});
type Values = z.infer<typeof schema>;

/** The HTML of fields, with an error on the email. */
function htmlOf(fields: (form: AppForm<Values>) => ReactNode): string {
  function Fields() {
    const form = useAppForm({
      schema,
      defaultValues: {
        email: 'kim@example.com',
        amount: 3,
        note: 'Asks about waves',
        choices: [{ text: 'Frequency' }],
      },
      onSubmit: async () => undefined,
    });
    const faulty = {
      ...form.getFieldState('email'),
      error: { type: 'server', message: 'Invalid email address' },
    };
    const getFieldState = ((name: string) =>
      name === 'email' ? faulty : form.getFieldState('note')) as typeof form.getFieldState;
    return fields({ ...form, getFieldState });
  }
  return renderToStaticMarkup(<Fields />);
}

test("renders a field's name, initial value, error and help", () => {
  const html = htmlOf((form) => (
    <TextField
      form={form}
      name="email"
      label="Email"
      type="email"
      hint="We write to it"
      autoComplete="email"
    />
  ));
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

test('registers every kind of field with the form', () => {
  const html = htmlOf((form) => (
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
      <TextField form={form} name="choices.0.text" label="Choice" />
      <PasswordField form={form} name="password" label="Password" isNew />
    </>
  ));
  for (const part of [
    /<input [^>]*min="1"[^>]*type="number"[^>]*inputMode="numeric"[^>]*name="amount"[^>]*value="3"/,
    /<select [^>]*aria-required="true"[^>]*name="year"|<select [^>]*name="year"[^>]*aria-required="true"/,
    /<option value="">Choose a year<\/option><option value="year-10">Year 10<\/option>/,
    /<textarea [^>]*rows="4"[^>]*name="note"[^>]*aria-required="false"[^>]*>Asks about waves<\/textarea>/,
    /<input [^>]*name="choices.0.text"[^>]*value="Frequency"/,
    /<input [^>]*type="password"[^>]*autoComplete="new-password"[^>]*name="password"/,
  ])
    expect(html).toMatch(part);
});

test("accepts only the name of a value of the field's own kind", () => {
  const html = htmlOf((form) => (
    <>
      {/* @ts-expect-error No value has this name. */}
      <TextField form={form} name="emial" label="Email" />
      {/* @ts-expect-error This value is a number. */}
      <TextField form={form} name="amount" label="Credits" />
    </>
  ));
  // Both are checked by the compiler.
  expect(html).toContain('name="emial"');
});
