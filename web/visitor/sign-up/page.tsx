// /sign-up: a parent creates the family's account and then signs in. The tutor's invitation to a
// free first lesson is in the fragment; reading it prefills the form without delaying it.
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';

import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { inviteOf, paths, signInForPath, signUpWithInvitePath } from '../../../domain/paths.ts';
import { type FreeLessonOutcome, signUpSchema } from '../../../domain/people/sign-up.ts';
import { mondayOf, ukDate } from '../../../domain/time.ts';
import { yearFieldLabel, yearClass, yearOptions } from '../../../domain/year-class.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { handOver, useChosenLesson, type ReturnState } from '../../navigation/return-path.ts';
import { pages } from '../../pages.ts';
import { ApiError } from '../../transport/failures.ts';
import { Card } from '../../ui/card.tsx';
import { ChipField } from '../../ui/forms/chip-field.tsx';
import { type AppForm, Form, FormProblem, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { TextLink, MarkedLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import {
  useChosenNextLesson,
  useSignUp,
  deleteSignUpDraft,
  noDraft,
  readSignUpDraft,
  storeSignUpDraft,
  useEnquiryInvitation,
} from './data.ts';
import { FreeLessonOffer, tellOutcome } from './free-lesson-offer.tsx';

// Most sign-ups come without a lesson, and the sign-in page would load what the two pages share.
const ofLesson = () => import('./chosen-lesson-card.tsx');
const ChosenLessonCard = lazy(async () => ({ default: (await ofLesson()).ChosenLessonCard }));
const CourseNote = lazy(async () => ({ default: (await ofLesson()).CourseNote }));

/** Radio buttons of which none is checked are null. */
const formSchema = z.extend(signUpSchema, { year_class: z.nullable(yearClass) });

export default function SignUp() {
  const invite = inviteOf(useLocation().hash);
  // Each link gets a form of its own.
  return <SignUpWith key={invite} invite={invite} />;
}

function SignUpWith({ invite }: { invite: string | null }) {
  const { chosenId, pathTo } = useChosenLesson();
  const chosen = useChosenNextLesson(chosenId);
  const signUp = useSignUp();
  const { read, readAgain } = useEnquiryInvitation(invite);
  /** Set when the form was submitted with a dead invitation. */
  const [isDead, setDead] = useState(false);
  const answer = isDead ? ({ state: 'dead' } as const) : read;
  const invitation = answer?.state === 'open' ? answer.invitation : null;
  const offer = useRef<HTMLHeadingElement>(null);
  const goToSignIn = useGoToSignIn(invitation?.lesson ?? null, pathTo(paths.signIn));
  // An invitation prefills the form by itself, and another one may follow in the same tab.
  const [draft] = useState(invite === null ? readSignUpDraft : noDraft);
  const form = useAppForm({
    schema: formSchema,
    defaultValues: { ...draft, password: '' },
    onSubmit: async ({ year_class, ...values }) => {
      const outcome = await signUp.mutateAsync({
        form: year_class === null ? values : { ...values, year_class },
        invite: answer?.state === 'dead' ? null : invite,
      });
      if (outcome === 'dead') setDead(true);
      else await goToSignIn({ email: values.Parent_Email, password: values.password }, outcome);
    },
  });
  const typed = form.watch();
  const takenEmail = takenEmailOf(signUp, typed.Parent_Email);
  useStoredDraft(form, invite === null);
  usePrefilling(form, invitation);
  // After a failed submission, the reason takes the focus.
  useEffect(() => {
    if (isDead) offer.current?.focus();
  }, [isDead]);
  return (
    <PageFrame title={pages[paths.signUp].title} width="narrow">
      <PageHeader
        title="Create an account"
        text="One account per family. You book and pay; your child learns."
      />
      {invite === null && chosenId !== null ? (
        <Suspense fallback={<div className="mt-6 min-h-48 sm:min-h-40" />}>
          <ChosenLessonCard {...chosen} />
        </Suspense>
      ) : (
        <FreeLessonOffer read={answer} onReadAgain={readAgain} headingRef={offer} />
      )}
      <SignUpCard
        form={form}
        emailNote={
          takenEmail !== null && (
            <TakenEmail email={takenEmail} invite={invite} path={pathTo(paths.signIn)} />
          )
        }
        yearNote={
          chosenId !== null && (
            <Suspense>
              <CourseNote lesson={chosen.lesson} year={typed.year_class} />
            </Suspense>
          )
        }
      />
      <p className="mt-6 text-center">
        Already have an account? <TextLink href={pathTo(paths.signIn)}>Sign in</TextLink>
      </p>
    </PageFrame>
  );
}

type SignUpValues = z.input<typeof formSchema>;

/** Leads to the sign-in page, which says what became of `lesson`, the one that was proposed. */
function useGoToSignIn(lesson: OpenEnquiryInvitation['lesson'], path: string) {
  const navigate = useNavigate();
  return (account: { email: string; password: string }, outcome: FreeLessonOutcome | null) => {
    deleteSignUpDraft();
    const notice = <SignedUp news={outcome === null ? null : tellOutcome(outcome, lesson)} />;
    handOver({ ...account, notice });
    return navigate(
      outcome === 'booked' && lesson !== null
        ? signInForPath(mondayOf(ukDate(Date.parse(lesson.starts_at))), lesson.id)
        : path,
    );
  };
}

/** The typed email, if the server has refused it because it has an account; otherwise null. */
function takenEmailOf(
  { error, variables }: ReturnType<typeof useSignUp>,
  typed: string,
): string | null {
  if (!(error instanceof ApiError) || error.code !== 'email_taken') return null;
  const { data: email } = signUpSchema.shape.Parent_Email.safeParse(typed);
  return email !== undefined && email === variables?.form.Parent_Email ? email : null;
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
function usePrefilling(
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

function SignUpCard({ form, ...notes }: SignUpCardProps) {
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

/** What the sign-in page says after the sign-up. */
function SignedUp({ news }: { news: string | null }) {
  return (
    <Notice
      as="section"
      tone="positive"
      layout="panel"
      aria-label="Your new account"
      className="mt-5"
    >
      <p className="font-bold">Registration Successful!</p>
      <p>Your account has been created. Please sign in to continue.</p>
      {news !== null && <p className="mt-1">{news}</p>}
    </Notice>
  );
}

interface TakenEmailProps {
  email: string;
  invite: string | null;
  /** Where to sign in. */
  path: string;
}

/** Leads somebody with an account to sign in; from there an invitation is redeemed. */
function TakenEmail({ email, invite, path }: TakenEmailProps) {
  const navigate = useNavigate();
  const returnToInvitation = (token: string) => {
    const state: ReturnState = { from: signUpWithInvitePath(token), isDenied: false };
    return navigate(paths.signIn, { state });
  };
  return (
    <div className="border-l-4 border-caution pl-4">
      {invite !== null && (
        <p>
          If this account is yours, sign in and your free lesson is there. If you do not know its
          password, choose a new one first.
        </p>
      )}
      <TextLink
        href={path}
        className="wrap-anywhere"
        onClick={(event) => {
          handOver({ email });
          if (invite === null) return;
          event.preventDefault();
          void returnToInvitation(invite);
        }}
      >
        Sign in as {email}
      </TextLink>
    </div>
  );
}
