// What students prepare for a lesson, in words. Apart from topic.ts, so that a page with these
// words does not load the rules for questions.
import { isToPrepare } from '../topics/lesson-topic.ts';

/** An item of a topic, as the tutor or a student sees it. */
type Preparable =
  | { readonly kind: 'video'; readonly minutes: number }
  | { readonly kind: 'question'; readonly use: 'before' | 'live' }
  | { readonly kind: 'slides' };

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [`${count} ${one}${count === 1 ? '' : 's'}`];

/**
 * What students prepare for a lesson of a topic with these items, and how long its videos take:
 * '2 videos (14 minutes) and 3 questions'. Null when there is nothing.
 */
export function describePreparation(items: readonly Preparable[]): string | null {
  const itemsToPrepare = items.filter(isToPrepare);
  const videos = itemsToPrepare.flatMap((item) => (item.kind === 'video' ? [item.minutes] : []));
  const questions = itemsToPrepare.filter(({ kind }) => kind === 'question');
  const [duration] = counted(
    videos.reduce((sum, one) => sum + one, 0),
    'minute',
  );
  const parts = [
    ...counted(videos.length, 'video').map((words) => `${words} (${duration ?? ''})`),
    ...counted(questions.length, 'question'),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}
