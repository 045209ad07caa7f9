// A parent who is signed in takes the free lesson with the tutor's link.
import { askForFreeLesson } from '../../domain/endpoints/family.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { reportFailure } from './transport/query-client.ts';

const operation = {
  title: 'Free Lesson',
  text: 'Unable to take your free lesson. Please follow the link again.',
};

const news: Readonly<Record<FreeLessonOutcome, string>> = {
  booked: 'Your free first lesson is booked.',
  credit: 'The credit for your free first lesson is in your account. Choose a lesson and book it.',
  none: 'The first lesson is free once for each family, and yours has had it.',
};

const taken = new Map<string, Promise<() => void>>();

/**
 * Takes it once for each link, however often it is called. Returns what tells of it, for when the
 * next page is there.
 */
export function takeInvitation(invite: string): Promise<() => void> {
  const earlier = taken.get(invite);
  if (earlier !== undefined) return earlier;
  const telling = take(invite);
  taken.set(invite, telling);
  return telling;
}

async function take(invite: string): Promise<() => void> {
  try {
    const { free_lesson = 'none' } = await call(askForFreeLesson, { body: { invite } });
    return () =>
      showToast({ kind: 'success', title: operation.title, description: news[free_lesson] });
  } catch (error) {
    // The next try asks again.
    taken.delete(invite);
    return () => reportFailure(error, operation);
  }
}
