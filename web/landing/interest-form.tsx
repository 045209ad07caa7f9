// The registration form: sends an enquiry; a confirmation then takes its place. Prerendered, so it
// has no default values.
import { useRef, useState, useSyncExternalStore } from 'react';

import { enquiryFormSchema, HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { yearFieldLabel, yearClasses, yearLabel } from '../../domain/year-class.ts';
import { useSite } from '../content/site-context.ts';
import { OFFLINE } from '../transport/failures.ts';
import { Form, FormProblem, SubmitButton, useAppForm } from '../ui/forms/form.tsx';
import { SelectField, TextField } from '../ui/forms/text-field.tsx';
import { useRegisterInterest } from './register-interest.ts';
import { type Request, SentRequest } from './sent-request.tsx';

const subscribe = () => () => undefined;

/** The prerendered page does not know the day. */
const useYearLabel = (): string =>
  useSyncExternalStore(
    subscribe,
    () => yearFieldLabel(YEAR_LABEL, Date.now()),
    () => YEAR_LABEL,
  );
const YEAR_LABEL = 'Year level';

const years = yearClasses.map((year) => ({ value: year, label: yearLabel(year) }));

export function InterestForm() {
  const { contact } = useSite();
  const registerInterest = useRegisterInterest();
  const yearFieldName = useYearLabel();
  const honeypot = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<Request | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const form = useAppForm({
    schema: enquiryFormSchema,
    onSubmit: async (values) => {
      const at = await registerInterest(values, honeypot.current?.value ?? '');
      form.reset();
      setSent({ email: values.email, at });
    },
  });
  const startAgain = () => {
    setSent(null);
    // Once the form is back.
    requestAnimationFrame(() => place.current?.querySelector('input')?.focus());
  };
  return (
    <div ref={place}>
      <noscript>
        <p className="text-lg">
          {`This form needs JavaScript, which your browser does not run. Write to ${contact.email} or call ${contact.phone}: we answer just the same.`}
        </p>
      </noscript>
      {sent === null ? (
        <Form
          form={form}
          label="Register interest"
          className="group grid gap-4 noscript:hidden"
          queuesEarly
        >
          <TextField form={form} name="name" label="Name" autoComplete="name" />
          <TextField
            form={form}
            name="mobile"
            label="Phone number (mobile)"
            type="tel"
            autoComplete="tel"
          />
          <TextField form={form} name="email" label="Email" type="email" autoComplete="email" />
          <SelectField
            form={form}
            name="year_class"
            label={yearFieldName}
            placeholder="Choose a year"
            options={years}
          />
          {/* A honeypot: people neither see nor reach it, so only bots fill it in. Each password
              manager has an attribute of its own that keeps it from doing so. */}
          <div aria-hidden="true" className="sr-only">
            <input
              ref={honeypot}
              name={HONEYPOT_FIELD}
              tabIndex={-1}
              autoComplete="off"
              data-1p-ignore
              data-bwignore
              data-form-type="other"
              data-lpignore="true"
              data-protonpass-ignore
            />
          </div>
          <FormProblem />
          <div className="grid">
            <SubmitButton size="large" busyLabel="Registering...">
              Register Interest Now
            </SubmitButton>
            {/* Shown by late-start.ts to people who submit before the script is ready. */}
            <output className="font-bold">
              <span className="hidden pt-3 group-data-[queued=sending]:block">Registering...</span>
              <span className="hidden pt-3 text-negative group-data-[queued=offline]:block">
                {`${OFFLINE} What you typed stays here and is sent as soon as it can be.`}
              </span>
            </output>
          </div>
        </Form>
      ) : (
        <SentRequest {...sent} onAnother={startAgain} />
      )}
    </div>
  );
}
