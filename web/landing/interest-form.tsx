// The registration form: sends an enquiry; a confirmation then takes its place. Prerendered, so it
// has no default values.
import { type RefObject, useRef, useState, useSyncExternalStore, useEffect } from 'react';

import { spokenHours, spokenTime } from '../../domain/business-words.ts';
import { registerInterest } from '../../domain/enquiries/endpoints.ts';
import {
  enquiryFormSchema,
  HONEYPOT_FIELD,
  answerDueAt,
  type EnquiryForm,
} from '../../domain/enquiries/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import type { SignUpForm } from '../../domain/people/sign-up.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { yearFieldLabel, yearOptions } from '../../domain/year-class.ts';
import { useSite, useBusiness } from '../content/site-context.ts';
import { OFFLINE, tryBy, wordsFor, RETRY } from '../transport/failures.ts';
import { useSendOnce } from '../transport/request-key.ts';
import { send } from '../transport/send.ts';
import { SIGN_UP_DRAFT, tryStorage } from '../transport/storage.ts';
import { Button } from '../ui/button.tsx';
import { type AppForm, Form, FormProblem, SubmitButton, useAppForm } from '../ui/forms/form.tsx';
import { SelectField, TextField } from '../ui/forms/text-field.tsx';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { markReported } from '../ui/reported.ts';
import { LateFreeLessons } from './late.tsx';

const subscribe = () => () => undefined;

/** The prerendered page does not know the day. */
const useYearLabel = (): string =>
  useSyncExternalStore(
    subscribe,
    () => yearFieldLabel(YEAR_LABEL, Date.now()),
    () => YEAR_LABEL,
  );

const YEAR_LABEL = 'Year level';

export function InterestForm() {
  const { contact } = useSite();
  const register = useRegisterInterest();
  const honeypot = useRef<HTMLInputElement>(null);
  const [sent, setSent] = useState<Request | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const form = useAppForm({
    schema: enquiryFormSchema,
    onSubmit: async (values) => {
      const at = await register(values, honeypot.current?.value ?? '');
      form.reset();
      setSent({ ...values, at });
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
          <InterestFields form={form} />
          <Honeypot ref={honeypot} />
          <FormProblem />
          <div className="grid">
            <SubmitButton size="large" busyLabel="Registering...">
              Register Interest Now
            </SubmitButton>
            <QueuedWords />
          </div>
          <p className="text-center text-note text-pencil">
            Our{' '}
            <TextLink href={paths.privacy} className="-my-2 font-normal">
              Privacy
            </TextLink>{' '}
            page explains how we use your details.
          </p>
        </Form>
      ) : (
        <SentRequest {...sent} onAnother={startAgain} />
      )}
    </div>
  );
}

function InterestFields({ form }: { form: AppForm<EnquiryForm> }) {
  const yearFieldName = useYearLabel();
  return (
    <>
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
        options={yearOptions}
      />
    </>
  );
}

/**
 * <Honeypot>: a field that people neither see nor reach, so that only bots fill it in. Each
 * password manager has an attribute of its own that keeps it from doing so.
 */
function Honeypot({ ref }: { ref: RefObject<HTMLInputElement | null> }) {
  return (
    <div aria-hidden="true" className="sr-only">
      <input
        ref={ref}
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
  );
}

/** <QueuedWords>: early-script.ts shows them to people who submit before the script is ready. */
function QueuedWords() {
  return (
    <output className="font-bold">
      <span className="hidden pt-3 group-data-[queued=sending]:block">Registering...</span>{' '}
      <span className="hidden pt-3 text-negative group-data-[queued=offline]:block">
        {`${OFFLINE} What you typed stays here and is sent as soon as it can be.`}
      </span>
    </output>
  );
}

interface Request extends EnquiryForm {
  /** When it was sent, in epoch milliseconds. */
  readonly at: number;
}

interface SentRequestProps extends Request {
  onAnother: () => void;
}

/**
 * <SentRequest>: takes the place of the form once an enquiry has been sent: what happens next, and
 * what can be done meanwhile.
 */
function SentRequest({ at, onAnother, ...enquiry }: SentRequestProps) {
  const { site } = useSite();
  const { response_hours } = useBusiness();
  const due = answerDueAt(at, response_hours);
  const heading = useRef<HTMLHeadingElement>(null);
  const section = useRef<HTMLElement>(null);
  // The button that had the focus is gone, and the form was longer than what takes its place.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  const signUp = () => handToSignUp(enquiry);
  return (
    <section
      ref={section}
      aria-labelledby="sent-heading"
      className="grid gap-3 border-l-2 border-signal pl-4"
    >
      <output className="grid gap-2">
        <h3 ref={heading} id="sent-heading" tabIndex={-1} className="text-heading">
          Registration Successful!
        </h3>
        <p>
          {`Thank you for your interest. We'll contact you within ${spokenHours(response_hours)} to discuss your physics tutoring needs.`}
        </p>
        <p>
          {site.tutor} will answer at <strong className="wrap-anywhere">{enquiry.email}</strong> by{' '}
          <strong>
            {formatDate(ukDate(due), 'weekday')} {spokenTime(ukTime(due))} UK time
          </strong>
          .
        </p>
      </output>
      <p>You can also go ahead: create your account and choose your free first lesson.</p>
      <LateFreeLessons year={enquiry.year_class} onChoose={signUp} />
      <div className="flex flex-wrap gap-3">
        <LinkButton href={paths.signUp} onClick={signUp}>
          Create your account
        </LinkButton>
        <Button variant="quiet" size="flush" onClick={onAnother}>
          Register another student
        </Button>
      </div>
    </section>
  );
}

/**
 * Stores the enquiry for the sign-up form, which is in another document. Called when a visitor goes
 * there; for all others the tab stores nothing.
 */
function handToSignUp({ name, email, mobile, year_class }: EnquiryForm): void {
  const draft: Partial<SignUpForm> = {
    Parent_Name: name,
    Parent_Email: email,
    Parent_Phone_Number: mobile,
    year_class,
  };
  tryStorage('tab', (storage) => storage.setItem(SIGN_UP_DRAFT, JSON.stringify(draft)));
}

/**
 * Sends the enquiry without the query layer, sessions and the error catalogue, which the landing
 * page does not load.
 *
 * `await register(form, honeypot)` returns the time of success in epoch milliseconds.
 * Throws a failure with the words that the form shows. Resending the same text after a lost
 * response counts as the same submission.
 */
function useRegisterInterest(): (form: EnquiryForm, honeypot: string) => Promise<number> {
  const sendOnce = useSendOnce();
  return async (form, honeypot) => {
    const body = { ...form, [HONEYPOT_FIELD]: honeypot };
    try {
      await sendOnce(body, (idempotencyKey) =>
        tryBy(RETRY.registration, () => send(registerInterest, { body, idempotencyKey }, null)),
      );
    } catch (error) {
      const words = wordsFor(error, {
        title: 'Registration Failed',
        text: 'Failed to submit registration. Please try again.',
      });
      markReported(error, words);
      throw error;
    }
    return Date.now();
  };
}
