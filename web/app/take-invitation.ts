// A person who is signed in redeems the free lesson of the tutor's invitation.
import { askForFreeLesson } from '../../domain/accounts/endpoints.ts';
import type { FreeLessonOutcome } from '../../domain/people/sign-up.ts';
import { call } from '../transport/client.ts';
import { reportFailure } from '../transport/query-client.ts';
import { readSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';

const operation = {
  title: 'Free lesson',
  text: 'Unable to take your free lesson. Please follow the link again.',
};

const news: Readonly<Record<FreeLessonOutcome, string>> = {
  booked: 'Your free first lesson is booked.',
  credit: 'The credit for your free first lesson is in your account. Choose a lesson and book it.',
  none: 'The first lesson is free once for each family, and yours has had it.',
};

const redemptions = new Map<string, Promise<() => void>>();

/** Only a parent can redeem it. */
function explainAccount(): void {
  showToast({
    kind: 'info',
    title: 'You have an account',
    description: 'The link was for a parent, and you are signed in.',
  });
}

/**
 * Redeems each link once, however often it is called. Returns a function that reports the outcome
 * after the page change.
 */
export async function redeemInvitation(invite: string): Promise<() => void> {
  if (readSession('family')?.user.role === 'student') return explainAccount;
  const earlier = redemptions.get(invite);
  if (earlier !== undefined) return earlier;
  const telling = take(invite);
  redemptions.set(invite, telling);
  return telling;
}

async function take(invite: string): Promise<() => void> {
  try {
    const { free_lesson = 'none' } = await call(askForFreeLesson, { body: { invite } });
    return () =>
      showToast({ kind: 'success', title: operation.title, description: news[free_lesson] });
  } catch (error) {
    // The next attempt sends a new request.
    redemptions.delete(invite);
    return () => reportFailure(error, operation);
  }
}
