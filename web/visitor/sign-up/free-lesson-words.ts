// Describes what a sign-up with the tutor's invitation grants.
import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import type { FreeLessonOutcome } from '../../../domain/people/sign-up.ts';
import { formatUkInstant } from '../../../domain/time.ts';

type ProposedLesson = NonNullable<OpenEnquiryInvitation['lesson']>;

/** 'Saturday 21 November 2026 at 09:00 UK time'. */
export function timeOf({ starts_at }: Pick<ProposedLesson, 'starts_at'>): string {
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
