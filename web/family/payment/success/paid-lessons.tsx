// <PaidLessons>: what happened to the lessons that a payment was for, and what comes next.
import { useQuery } from '@tanstack/react-query';

import { JOIN_OPENS_MINUTES } from '../../../../domain/lessons/join-link.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import type { Clash } from '../../../../domain/lessons/student-day.ts';
import { weeklyPath } from '../../../../domain/paths.ts';
import { unbookedWords, type PaidLesson } from '../../../../domain/payments/payment.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import {
  formatDate,
  formatUkInstant,
  MINUTE_MS,
  mondayOf,
  ukDate,
  ukTime,
} from '../../../../domain/time.ts';
import { lessonsAheadQuery } from '../../../data/lessons.ts';
import { DateTile } from '../../../ui/dates/dates.tsx';
import { useNow } from '../../../ui/hooks/hooks.ts';
import { TextLink } from '../../../ui/link-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { CalendarButton } from '../../calendar-button.tsx';
import { PrepareLink } from '../../room-link.tsx';

/** 'Oliver is booked', 'Oliver and Leila are booked'; null if nothing is booked. */
export function whoIsIn(
  lessons: PaidLesson[],
  students: Pick<Student, 'id' | 'Student_Name'>[],
): string | null {
  const booked = lessons.filter(({ state }) => state === 'booked');
  if (booked.length === 0) return null;
  const names = shortNames(students);
  const who = [...new Set(booked.map(({ Student_ID: studentId }) => studentId))];
  const words = who.map((id) => names.get(id) ?? 'Your student').join(' and ');
  return `${words} ${who.length === 1 ? 'is' : 'are'} booked`;
}

const startOf = ({ Lesson_Starts_At: lessonStartsAt }: PaidLesson): number =>
  Date.parse(lessonStartsAt);
const timeOf = (lesson: PaidLesson): string => formatUkInstant(startOf(lesson));

interface PaidLessonsProps {
  lessons: readonly PaidLesson[];
  clashes: readonly Clash[];
  /** Whether the outcome of the payment is still unknown. */
  isPending: boolean;
}

export function PaidLessons({ lessons, clashes, isPending }: PaidLessonsProps) {
  const now = useNow();
  const ahead = useQuery(lessonsAheadQuery(ukDate(now)));
  const booked = lessons.filter(({ state }) => state === 'booked');
  const others = lessons.filter(({ state }) => state !== 'booked');
  const bookedLessons = booked.flatMap(
    ({ Lesson_ID: lessonId }) => ahead.data?.filter(({ id }) => id === lessonId) ?? [],
  );
  const [first] = booked;
  return (
    <>
      {first !== undefined &&
        (booked.length === 1 ? <One lesson={first} /> : <Several lessons={booked} />)}
      {clashes.length > 0 && (
        <Notice tone="caution" role="note">
          {clashes.map((clash) => (
            <p key={`${clash.Lesson_ID} ${clash.with.Lesson_ID}`}>
              {clash.Lesson_Name}, {formatUkInstant(Date.parse(clash.starts_at))}, overlaps with{' '}
              {clash.with.Lesson_Name}.
            </p>
          ))}
        </Notice>
      )}
      {first !== undefined && (
        <div className="grid gap-4">
          <div className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-1">
            {bookedLessons.length > 0 && bookedLessons.length === booked.length && (
              <CalendarButton variant="secondary" lessons={bookedLessons} />
            )}
            {booked.length === 1 && (
              <TextLink href={weeklyPath(mondayOf(ukDate(startOf(first))), first.Lesson_ID)}>
                Keep {formatDate(ukDate(startOf(first)), 'weekday')}s at {ukTime(startOf(first))}
              </TextLink>
            )}
          </div>
          <ToHaveReady lesson={bookedLessons[0]} starts={startOf(first)} now={now} />
        </div>
      )}
      {others.length > 0 && (
        <section className="grid gap-2 rounded-md border border-rule p-4">
          <h2 className="text-heading">{isPending ? 'Not booked yet' : 'Not booked'}</h2>
          <ul className="grid gap-2">
            {others.map((lesson) => (
              <li key={lesson.Lesson_ID} className="wrap-anywhere">
                <strong>{lesson.Lesson_Name}</strong>, {timeOf(lesson)}
                {!isPending && lesson.reason !== null && (
                  <span className="block text-pencil">Because {unbookedWords[lesson.reason]}.</span>
                )}
              </li>
            ))}
          </ul>
          {isPending && (
            <p>As soon as the payment is confirmed we book what still has a spot, and email you.</p>
          )}
        </section>
      )}
    </>
  );
}

function One({ lesson }: { lesson: PaidLesson }) {
  return (
    <div className="flex items-center gap-4">
      <DateTile date={ukDate(startOf(lesson))} />
      <p className="min-w-0 leading-snug wrap-anywhere">
        <strong className="block">{lesson.Lesson_Name}</strong>
        {timeOf(lesson)}
      </p>
    </div>
  );
}

function Several({ lessons }: { lessons: PaidLesson[] }) {
  const names = new Set(lessons.map(({ Lesson_Name: lessonName }) => lessonName));
  return (
    <div className="grid gap-2 wrap-anywhere">
      {names.size === 1 && <p className="font-bold">{[...names][0]}</p>}
      <ul aria-label="Booked" className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2">
        {lessons.map((lesson) => (
          <li
            key={lesson.Lesson_ID}
            className="figures rounded-md border border-positive bg-positive-wash px-3 py-2 leading-snug font-bold"
          >
            {formatDate(ukDate(startOf(lesson)), 'short')}, {ukTime(startOf(lesson))}
            {names.size > 1 && (
              <span className="block text-sm font-normal">{lesson.Lesson_Name}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ToHaveReadyProps {
  /** The first lesson; undefined while loading. */
  lesson: FamilyLesson | undefined;
  /** When it starts; epoch milliseconds, like `now`. */
  starts: number;
  now: number;
}

function ToHaveReady({ lesson, starts, now }: ToHaveReadyProps) {
  return (
    <section aria-labelledby="ready" className="grid gap-1.5">
      <h2 id="ready" className="text-heading">
        What to have ready
      </h2>
      <ul className="list-disc space-y-1 pl-5 wrap-anywhere marker:text-signal">
        <li>
          The link to join, from your email or your lessons. It opens at{' '}
          {ukTime(starts - JOIN_OPENS_MINUTES * MINUTE_MS)} UK time.
        </li>
        <li>Camera and microphone are off unless the student wants to speak.</li>
        {lesson !== undefined && lesson.lesson_notes !== '' && (
          <li>
            <span className="whitespace-pre-line">{lesson.lesson_notes}</span>
          </li>
        )}
      </ul>
      {lesson !== undefined && (
        <div className="mt-1 grid empty:hidden">
          <PrepareLink lesson={lesson} now={now} />
        </div>
      )}
    </section>
  );
}
