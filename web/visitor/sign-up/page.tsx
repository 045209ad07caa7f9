// /sign-up: a parent creates the family's account and then signs in. The tutor's invitation to a
// free first lesson is in the fragment; reading it prefills the form without delaying it.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import { inviteOf, paths, signInForPath, signUpWithInvitePath } from '../../../domain/paths.ts';
import { type FreeLessonOutcome, signUpSchema } from '../../../domain/people/sign-up.ts';
import { mondayOf, ukDate } from '../../../domain/time.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import { handOver, useChosenLesson, type ReturnState } from '../../navigation/return-path.ts';
import { pages } from '../../pages.ts';
import { ApiError } from '../../transport/failures.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useChosenNextLesson, useSignUp, deleteSignUpDraft, useEnquiryInvitation } from './data.ts';
import { FreeLessonOffer, tellOutcome } from './free-lesson-offer.tsx';
import { SignUpCard, usePrefilling, useSignUpForm } from './sign-up-form.tsx';

// Most sign-ups come without a lesson, and the sign-in page would load what the two pages share.
const ofLesson = () => import('./chosen-lesson-card.tsx');
const ChosenLessonCard = lazy(async () => ({ default: (await ofLesson()).ChosenLessonCard }));
const CourseNote = lazy(async () => ({ default: (await ofLesson()).CourseNote }));

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
  const form = useSignUpForm(signUp, answer?.state === 'dead' ? null : invite, {
    hasDraft: invite === null,
    onDead: () => setDead(true),
    onSignedUp: goToSignIn,
  });
  const typed = form.watch();
  const takenEmail = takenEmailOf(signUp, typed.Parent_Email);
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
