// <JoinPart>: the join links of a booked lesson, one for each booked student, and when they open.
import { joinOpensAt, joinState } from '../../../domain/lessons/join-link.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/loaded.tsx';
import type { Booker } from './booker.ts';

interface JoinPartProps {
  lesson: FamilyLesson;
  /** Undefined while loading. */
  user: Booker['user'] | undefined;
  now: number;
}

export function JoinPart({ lesson, user, now }: JoinPartProps) {
  const isEarly = joinState(lesson, now) === 'early';
  const opens = joinOpensAt(lesson);
  return (
    <div className={isEarly ? 'rounded-md border border-line px-4 py-2' : undefined}>
      {isEarly && (
        <p className="figures text-note leading-snug text-pencil">
          Joining opens {formatDate(ukDate(opens), 'short')}, {ukTime(opens)}
        </p>
      )}
      {/* The open link is as wide as the buttons beneath it. */}
      <div className={isEarly ? 'flex flex-wrap gap-x-5 gap-y-3' : 'grid gap-3'}>
        <JoinLinks lesson={lesson} user={user} now={now} />
      </div>
    </div>
  );
}

/**
 * The only action once the join link is open. Its address comes with the response to the booking.
 */
export function JoinLinks({ lesson, user, now }: JoinPartProps) {
  const isOpen = joinState(lesson, now) === 'open';
  const links = joinLinksOf(lesson, user, isOpen);
  if (links === null) return <Skeleton className="h-11 w-40 max-w-full" />;
  return links.map(({ studentId, join_link, words }) =>
    join_link === null ? (
      <Skeleton key={studentId} className="h-11 w-40 max-w-full" />
    ) : (
      <LinkButton
        key={studentId}
        variant={isOpen ? 'primary' : 'quiet'}
        size={isOpen ? 'regular' : 'flush'}
        className="min-w-0 wrap-anywhere"
        href={join_link}
        target="_blank"
        rel="noreferrer"
      >
        {words}
      </LinkButton>
    ),
  );
}

interface LabelledLink {
  readonly studentId: string;
  /** Null while loading. */
  readonly join_link: string | null;
  readonly words: string;
}

/**
 * In the order of the family's students; null until they are loaded. If there are several, each
 * link is labelled with its student. Until it opens, a link is only worth keeping.
 */
function joinLinksOf(
  { bookings }: FamilyLesson,
  user: JoinPartProps['user'],
  isOpen: boolean,
): LabelledLink[] | null {
  if (user === undefined) return null;
  const names = shortNames(user.students);
  const ways = user.students.flatMap(({ id }) => {
    const booking = bookings.find(({ Student_ID: studentId }) => studentId === id);
    return booking === undefined ? [] : [{ studentId: id, join_link: booking.join_link }];
  });
  const [one, forName] = isOpen
    ? ['Join the meeting', 'Join the meeting for']
    : ['Join link', 'Join link for'];
  return ways.map((way) => ({
    ...way,
    words: ways.length === 1 ? one : `${forName} ${names.get(way.studentId)}`,
  }));
}
