// The form of the sign-up: its stored draft, what an invitation fills in, and its fields in a card.
import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod/mini';

import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { paths } from '../../../domain/paths.ts';
import { type FreeLessonOutcome, signUpSchema } from '../../../domain/people/sign-up.ts';
import { yearFieldLabel, yearClass, yearOptions } from '../../../domain/year-class.ts';
import { Card } from '../../ui/card.tsx';
import { ChipField } from '../../ui/forms/chip-field.tsx';
import { type AppForm, Form, FormProblem, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { TextLink, MarkedLink } from '../../ui/link-button.tsx';
import { noDraft, readSignUpDraft, storeSignUpDraft, type useSignUp } from './data.ts';

/** Radio buttons of which none is checked are null. */
const formSchema = z.extend(signUpSchema, { year_class: z.nullable(yearClass) });

type SignUpValues = z.input<typeof formSchema>;

interface SignUpFormOptions {
  /** An invitation prefills the form by itself, and another one may follow in the same tab. */
  hasDraft: boolean;
  onDead: () => void;
  onSignedUp: (
    account: { email: string; password: string },
    outcome: FreeLessonOutcome | null,
  ) => void | Promise<void>;
}

/** The form, which redeems `invite` when it is submitted. */
export function useSignUpForm(
  signUp: ReturnType<typeof useSignUp>,
  invite: string | null,
  { hasDraft, onDead, onSignedUp }: SignUpFormOptions,
): AppForm<SignUpValues> {
  const [draft] = useState(hasDraft ? readSignUpDraft : noDraft);
  const form = useAppForm({
    schema: formSchema,
    defaultValues: { ...draft, password: '' },
    onSubmit: async ({ year_class, ...values }) => {
      const outcome = await signUp.mutateAsync({
        form: year_class === null ? values : { ...values, year_class },
        invite,
      });
      if (outcome === 'dead') onDead();
      else await onSignedUp({ email: values.Parent_Email, password: values.password }, outcome);
    },
  });
  useStoredDraft(form, hasDraft);
  return form;
}

/** Stores what is typed, so that a reload keeps it; not beside an invitation. */
function useStoredDraft({ watch }: AppForm<SignUpValues>, isStored: boolean): void {
  useEffect(() => {
    if (!isStored) return undefined;
    const { unsubscribe } = watch((draftNow) => storeSignUpDraft(draftNow));
    return unsubscribe;
  }, [isStored, watch]);
}

/** Fills the fields that are still empty with what the invitation says. */
export function usePrefilling(
  { getValues, setValue }: AppForm<SignUpValues>,
  invitation: OpenEnquiryInvitation | null,
): void {
  useEffect(() => {
    if (invitation === null) return;
    const { name, email, mobile, year_asked: year_class } = invitation;
    const prefilled = {
      Parent_Name: name,
      Parent_Email: email,
      Parent_Phone_Number: mobile,
      year_class,
    } as const;
    for (const field of [
      'Parent_Name',
      'Parent_Email',
      'Parent_Phone_Number',
      'year_class',
    ] as const)
      if (!getValues(field)) setValue(field, prefilled[field]);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [invitation]);
}

interface SignUpCardProps {
  form: AppForm<SignUpValues>;
  /** Stands beneath the email. */
  emailNote: ReactNode;
  /** Stands beneath the year, and is announced. */
  yearNote: ReactNode;
}

export function SignUpCard({ form, ...notes }: SignUpCardProps) {
  return (
    <Card className="mt-5 p-5 sm:p-8">
      <Form form={form} label="Create an account">
        <SignUpFields form={form} {...notes} />
        <FormProblem />
        <div className="grid gap-2">
          <SubmitButton size="large" busyLabel="Creating account...">
            Create account
          </SubmitButton>
          <TermsWords />
        </div>
      </Form>
    </Card>
  );
}

function SignUpFields({ form, emailNote, yearNote }: SignUpCardProps) {
  const now = useNow();
  return (
    <>
      <TextField form={form} name="Student_Name" label="Student's name" />
      <TextField form={form} name="Parent_Name" label="Parent's name" autoComplete="name" />
      <TextField
        form={form}
        name="Parent_Email"
        label="Parent's email"
        type="email"
        autoComplete="email"
      />
      {emailNote}
      <TextField
        form={form}
        name="Parent_Phone_Number"
        label="Parent's phone number"
        type="tel"
        autoComplete="tel"
      />
      <PasswordField
        form={form}
        name="password"
        label="Password"
        isNew
        // An error says the same.
        {...(form.formState.errors.password === undefined
          ? { hint: `At least ${LENGTHS.password.min} characters.` }
          : {})}
      />
      <div>
        <ChipField
          form={form}
          name="year_class"
          label={yearFieldLabel("Student's year", now)}
          options={yearOptions}
          optional
        />
        <output className="block text-sm leading-snug">{yearNote}</output>
      </div>
    </>
  );
}

function TermsWords() {
  return (
    <p className="text-center text-note text-pencil">
      By creating an account you agree to our{' '}
      <MarkedLink href={paths.terms} mark="." className="-my-2 font-normal">
        Terms
      </MarkedLink>{' '}
      Our{' '}
      <TextLink href={paths.privacy} className="-my-2 font-normal">
        Privacy
      </TextLink>{' '}
      page explains how we use your details.
    </p>
  );
}
