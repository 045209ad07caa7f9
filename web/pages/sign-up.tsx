// /sign-up: a parent creates the family's account and then signs in. The tutor's invitation to a
// free first lesson is in the fragment; reading it prefills the form without delaying it.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { signUpSchema } from '../../domain/account.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { LENGTHS } from '../../domain/limits.ts';
import { inviteOf, paths, signInForPath, signUpWithInvitePath } from '../../domain/paths.ts';
import { mondayOf, ukDate } from '../../domain/time.ts';
import { useEnquiryInvitation } from '../api/enquiry-invitation.ts';
import { useSignUp } from '../api/sign-in.ts';
import { ApiError } from '../api/transport/failures.ts';
import { FreeLessonOffer } from '../people/free-lesson-offer.tsx';
import { tellOutcome } from '../people/free-lesson-words.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Form, SubmitButton, useAppForm } from '../ui/form.tsx';

import { TextLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useChosenLesson } from '../navigation/chosen-lesson.ts';
import type { ReturnState, SignedUpState } from '../navigation/return-path.ts';
import { TextField } from '../ui/text-field.tsx';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

const empty = {
  Parent_Name: '',
  Parent_Email: '',
  Parent_Phone_Number: '',
  Student_Name: '',
  password: '',
};

export default function SignUp() {
  const invite = inviteOf(useLocation().hash);
  // Each link gets a form of its own.
  return <SignUpWith key={invite} invite={invite} />;
}

function SignUpWith({ invite }: { readonly invite: string | null }) {
  const navigate = useNavigate();
  const { isChosen, pathTo } = useChosenLesson();
  const signUp = useSignUp();
  const { read, readAgain } = useEnquiryInvitation(invite);
  /** Set when the form was submitted with a dead invitation. */
  const [isDead, setDead] = useState(false);
  const shown = isDead ? ({ state: 'dead' } as const) : read;
  const invitation = shown?.state === 'open' ? shown.invitation : null;
  const [takenEmail, setTakenEmail] = useState<string | null>(null);
  const offer = useRef<HTMLHeadingElement>(null);

  /** Someone with an account signs in, returns to the invitation and redeems it. */
  const takeSignedIn = (email: string) => {
    const state: SignedUpState & Pick<ReturnState, 'from'> = {
      email,
      from: invite === null ? paths.userHome : signUpWithInvitePath(invite),
    };
    return navigate(paths.signIn, { state });
  };
  const goToSignIn = (email: string, outcome: FreeLessonOutcome | null) => {
    const lesson = invitation?.lesson ?? null;
    const news = outcome === null ? {} : { news: tellOutcome(outcome, lesson) };
    const state: SignedUpState = { email, ...news };
    const path =
      outcome === 'booked' && lesson !== null
        ? signInForPath(mondayOf(ukDate(Date.parse(lesson.starts_at))), lesson.id)
        : pathTo(paths.signIn);
    return navigate(path, { state });
  };
  const form = useAppForm({
    schema: signUpSchema,
    defaultValues: empty,
    onSubmit: async (values) => {
      setTakenEmail(null);
      try {
        const outcome = await signUp.mutateAsync({
          form: values,
          invite: shown?.state === 'dead' ? null : invite,
        });
        if (outcome === 'dead') setDead(true);
        else await goToSignIn(values.Parent_Email, outcome);
      } catch (error) {
        if (invite !== null && error instanceof ApiError && error.code === 'email_taken')
          setTakenEmail(values.Parent_Email);
        throw error;
      }
    },
  });
  const { getValues, setValue } = form;
  const typedEmail = form.watch('Parent_Email');
  useEffect(() => setTakenEmail(null), [typedEmail]);
  // Text typed in the meantime stays.
  useEffect(() => {
    if (invitation === null) return;
    const { name, email, mobile } = invitation;
    const known = { Parent_Name: name, Parent_Email: email, Parent_Phone_Number: mobile } as const;
    for (const field of ['Parent_Name', 'Parent_Email', 'Parent_Phone_Number'] as const)
      if (getValues(field) === '') setValue(field, known[field]);
    // oxlint-disable-next-line react/exhaustive-deps
  }, [invitation]);
  // After a failed submission, the reason takes the focus.
  useEffect(() => {
    if (isDead) offer.current?.focus();
  }, [isDead]);
  return (
    <PageFrame title={pages[paths.signUp].title} width="narrow">
      <PageHeader
        title="Create an account"
        text={`One account per family. You book and pay; your child learns.${isChosen ? ' After that you can book the lesson you have chosen.' : ''}`}
      />
      <FreeLessonOffer read={shown} onReadAgain={readAgain} headingRef={offer} />
      <Card className="mt-5 p-5 sm:p-8">
        <Form form={form} label="Create an account">
          <TextField form={form} name="Parent_Name" label="Parent's name" autoComplete="name" />
          <TextField
            form={form}
            name="Parent_Email"
            label="Parent's email"
            type="email"
            autoComplete="email"
          />
          {takenEmail !== null && (
            <div className="grid justify-items-start gap-2 border-l-4 border-caution pl-4">
              <p>
                If this account is yours, sign in and your free lesson is there. If you do not know
                its password, choose a new one first.
              </p>
              <Button variant="secondary" onClick={() => void takeSignedIn(takenEmail)}>
                Sign in to your account
              </Button>
            </div>
          )}
          <TextField
            form={form}
            name="Parent_Phone_Number"
            label="Parent's phone number"
            type="tel"
            autoComplete="tel"
          />
          <TextField form={form} name="Student_Name" label="Student's name" autoComplete="off" />
          <PasswordField
            form={form}
            name="password"
            label="Password"
            autoComplete="new-password"
            hint={`At least ${LENGTHS.password.min} characters.`}
          />
          <SubmitButton size="large" busyLabel="Creating account...">
            Sign Up
          </SubmitButton>
        </Form>
      </Card>
      <p className="mt-6 text-center">
        Already have an account? <TextLink href={pathTo(paths.signIn)}>Sign in</TextLink>
      </p>
    </PageFrame>
  );
}
