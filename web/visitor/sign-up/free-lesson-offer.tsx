// <FreeLessonOffer>: above the sign-up form, what the tutor's invitation grants, or why it no
// longer works.
import type { ReactNode, Ref } from 'react';

import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import { finalWords } from '../../../domain/lessons/booking.ts';
import type { FreeLessonOutcome } from '../../../domain/people/sign-up.ts';
import { formatDate, ukDate, formatUkInstant } from '../../../domain/time.ts';
import { useSite } from '../../content/site-context.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { EnquiryInvitation } from './data.ts';

const FREE = 'Your first lesson is free';
const AT_HOME = 'create your account, then choose your free first lesson on your home page.';

interface FreeLessonOfferProps {
  /** The state of reading the invitation; null without one. */
  read: EnquiryInvitation | null;
  onReadAgain: () => void;
  /** Takes the focus when the offer has changed. */
  headingRef: Ref<HTMLHeadingElement>;
}

export function FreeLessonOffer({ read, onReadAgain, headingRef }: FreeLessonOfferProps) {
  switch (read?.state) {
    case undefined:
      return (
        <Offer title={FREE} headingRef={headingRef}>
          <p>You choose it on your home page.</p>
        </Offer>
      );
    case 'reading':
      return (
        <Offer title={FREE} headingRef={headingRef}>
          <output className="block min-h-30 text-pencil sm:min-h-20">
            Loading your invitation…
          </output>
        </Offer>
      );
    case 'failed':
      return (
        <Offer title={FREE} headingRef={headingRef}>
          <p>
            Your invitation could not be loaded just now. Try again, or fill in the form by
            yourself: the invitation counts all the same.
          </p>
          <Button variant="secondary" className="justify-self-start" onClick={onReadAgain}>
            Try again
          </Button>
        </Offer>
      );
    case 'dead':
      return <DeadOffer headingRef={headingRef} />;
    case 'open':
      return (
        <Offer title={FREE} headingRef={headingRef}>
          <Invited {...read.invitation} />
        </Offer>
      );
  }
}

function Invited({ lesson, expires_at }: OpenEnquiryInvitation) {
  const now = useNow();
  const until = formatDate(ukDate(Date.parse(expires_at)), 'long');
  if (lesson === null) {
    return (
      <p>
        The credit for it is in your account as soon as you have signed up; then choose a lesson and
        book it. The invitation is open until {until}.
      </p>
    );
  }
  const final = finalWords(lesson, now);
  return (
    <>
      <p>
        We suggest <strong className="wrap-anywhere">{lesson.Lesson_Name}</strong> on{' '}
        <strong>{timeOf(lesson)}</strong>.
      </p>
      {final !== null && <p className="font-bold">{final}</p>}
      <p>
        It is booked as you sign up, if a spot is left then; otherwise you have the credit and
        choose another lesson. The invitation is open until {until}.
      </p>
    </>
  );
}

function DeadOffer({ headingRef }: Pick<FreeLessonOfferProps, 'headingRef'>) {
  const { contact } = useSite();
  return (
    <Offer title="This invitation is no longer valid" headingRef={headingRef} isCaution>
      <p>If you have signed up with it, please sign in.</p>
      <p>Otherwise go on without it: {AT_HOME} The first lesson is free once for each family.</p>
      <p>
        For a new invitation write to{' '}
        <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>
      </p>
    </Offer>
  );
}

interface OfferProps {
  title: string;
  headingRef: Ref<HTMLHeadingElement>;
  isCaution?: boolean;
  children: ReactNode;
}

function Offer({ title, headingRef, isCaution = false, children }: OfferProps) {
  return (
    <Notice
      as="section"
      tone={isCaution ? 'caution' : 'positive'}
      layout="panel"
      aria-labelledby="free-lesson"
      className="mt-7 grid content-start gap-2 sm:px-8"
    >
      <h2 ref={headingRef} id="free-lesson" tabIndex={-1} className="text-heading">
        {title}
      </h2>
      {children}
    </Notice>
  );
}

type ProposedLesson = NonNullable<OpenEnquiryInvitation['lesson']>;

/** 'Saturday 21 November 2026 at 09:00 UK time'. */
function timeOf({ starts_at }: Pick<ProposedLesson, 'starts_at'>): string {
  return formatUkInstant(Date.parse(starts_at));
}

/** The outcome of the free lesson and what to do next; `lesson` is the proposed one, if known. */
export function tellOutcome(outcome: FreeLessonOutcome, lesson: ProposedLesson | null): string {
  switch (outcome) {
    case 'booked':
      return lesson === null
        ? 'Your free first lesson is booked. Sign in to see it.'
        : `Your free first lesson is booked: ${timeOf(lesson)}. Sign in to see it.`;
    case 'credit':
      return lesson === null
        ? 'The credit for your free first lesson is in your account. Sign in and choose a lesson.'
        : 'The lesson that we suggested has no spot left. The credit for it is in your account: sign in and choose another one.';
    case 'none':
      return 'The first lesson is free once for each family, and yours has had it. Sign in to book the next one.';
  }
}
