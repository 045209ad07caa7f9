// The registration of interest: sends an enquiry and thanks for it. Prerendered, so it has no default values.
import { useRef } from 'react';

import { enquirySchema, HONEYPOT_FIELD, yearClasses, yearLabel } from '../../domain/enquiry.ts';
import { useRegisterInterest } from '../api/register-interest.ts';
import { Form, SubmitButton, useAppForm } from '../ui/form.tsx';
import { SelectField, TextField } from '../ui/text-field.tsx';

const years = yearClasses.map((year) => ({ value: year, label: yearLabel(year) }));

export function InterestForm() {
  const registerInterest = useRegisterInterest();
  const honeypot = useRef<HTMLInputElement>(null);
  const form = useAppForm({
    schema: enquirySchema,
    onSubmit: async (values) => {
      await registerInterest(values, honeypot.current?.value ?? '');
      form.reset();
    },
  });
  return (
    <Form form={form} label="Register interest" hold>
      <TextField name="name" label="Name" autoComplete="name" />
      <TextField name="mobile" label="Phone number (mobile)" type="tel" autoComplete="tel" />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <SelectField name="year_class" label="Year level" placeholder="Choose a year" options={years} />
      {/* People neither see nor reach this; what fills it in is not a person. */}
      <div aria-hidden="true" className="sr-only">
        <label>
          Website
          <input ref={honeypot} name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <SubmitButton size="large" busyLabel="Registering...">
        Register Interest Now
      </SubmitButton>
    </Form>
  );
}
