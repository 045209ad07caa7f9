// What the enquiry dialog says about invitations and about the lessons that can be proposed.
import { courseOfStudent, isOfOther, lessonsForYear } from '../../../../domain/course.ts';
import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import { hasStarted, spotsLeft, type AdminLesson } from '../../../../domain/lessons/lesson.ts';
import { NEXT_LESSONS_SHOWN } from '../../../../domain/lessons/next-lesson.ts';
import { yearAt } from '../../../../domain/school-year.ts';
import { formatDate, formatInstant, shortTime } from '../../../../domain/time.ts';
import type { ReplyFacts } from '../../../../domain/tutor/settings.ts';

const freeSpots = ({ Max_Students: maxStudents, bookedCount, reservedCount }: AdminLesson) =>
  spotsLeft(maxStudents, bookedCount, reservedCount);

/**
 * The values for a reply template, from `lessons` sorted by start: the next ones for the enquirer's
 * year, or of any course if none is planned. `now` is epoch milliseconds.
 */
export function replyFactsOf(
  { name, ...said }: Pick<Enquiry, 'name' | 'year_class' | 'year_said_in'>,
  lessons: readonly AdminLesson[],
  now: number,
): ReplyFacts {
  const year_class = yearAt(said, now);
  const next = lessonsForYear(
    lessons.filter((lesson) => !hasStarted(lesson, now)),
    year_class,
  ).slice(0, NEXT_LESSONS_SHOWN);
  return {
    name,
    year_class,
    lessons: next.map((lesson) => ({ ...lesson, availableSpots: freeSpots(lesson) })),
  };
}

/** A lesson that can be proposed to the enquirer. */
interface LessonOption {
  readonly value: string;
  readonly label: string;
  /** It belongs to the course of the enquirer's year, or to any. */
  readonly fits: boolean;
}

/**
 * The lessons that can be proposed, those that fit the enquirer's year first, and always `chosen`,
 * even if it no longer qualifies.
 */
export function lessonOptions(
  said: Pick<Enquiry, 'year_class' | 'year_said_in'>,
  lessons: readonly AdminLesson[],
  chosen: string,
  now: number,
): LessonOption[] {
  const course = courseOfStudent({ year_class: yearAt(said, now) });
  return lessons
    .filter((lesson) => lesson.id === chosen || (!hasStarted(lesson, now) && freeSpots(lesson) > 0))
    .map((lesson) => ({
      value: lesson.id,
      label: `${nameLesson(lesson)} (${spotsInWords(lesson)})`,
      fits: !isOfOther(lesson.Lesson_Name, course),
    }))
    .toSorted((a, b) => Number(b.fits) - Number(a.fits));
}

function spotsInWords(lesson: AdminLesson): string {
  const spots = freeSpots(lesson);
  if (spots === 0) return 'full';
  return spots === 1 ? '1 spot' : `${spots} spots`;
}

/** 'Sat 21 Nov, 09:00: GCSE: Waves'. */
export function nameLesson({
  Date: date,
  Time: time,
  Lesson_Name: lessonName,
}: AdminLesson): string {
  return `${formatDate(date, 'short')}, ${shortTime(time)}: ${lessonName}`;
}

/** The state of an enquirer's invitation. `now` is epoch milliseconds. */
export function describeInvitation({ status, invitation }: Enquiry, now: number): string {
  if (invitation === null) {
    return status === 'joined' ? 'Has joined.' : 'Not invited yet.';
  }
  const { sent_at, expires_at } = invitation;
  const sent = `Invited on ${formatInstant(sent_at)}`;
  return Date.parse(expires_at) > now
    ? `${sent}; the link is good until ${formatInstant(expires_at)}.`
    : `${sent}; the link expired on ${formatInstant(expires_at)}.`;
}
