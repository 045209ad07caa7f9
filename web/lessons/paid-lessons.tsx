// <PaidLessons>: what happened to the lessons that a payment was for.
import { useQuery } from '@tanstack/react-query';

import type { PaidLesson } from '../../domain/payment.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { unbookedWords } from '../../domain/payment.ts';
import { shortNames } from '../../domain/student.ts';
import { profileQuery } from '../api/family.ts';
import { useSession } from '../api/transport/session.ts';

interface PaidLessonsProps {
  readonly lessons: readonly PaidLesson[];
  /** Whether the outcome of the payment is still unknown. */
  readonly isPending: boolean;
}

export function PaidLessons({ lessons, isPending }: PaidLessonsProps) {
  const { data } = useQuery(profileQuery);
  const session = useSession('family');
  const names = shortNames((data ?? session)?.user.students ?? []);
  const booked = lessons.filter(({ state }) => state === 'booked');
  const others = lessons.filter(({ state }) => state !== 'booked');
  const [first] = booked;
  return (
    <>
      {first !== undefined && (
        <section className="grid gap-2 rounded-md border border-positive bg-positive-wash p-4">
          <h2 className="text-heading [overflow-wrap:anywhere]">
            {names.get(first.Student_ID) ?? 'Your student'} is in
          </h2>
          <ul className="grid gap-1">
            {booked.map((lesson) => (
              <li key={lesson.Lesson_ID} className="[overflow-wrap:anywhere]">
                <Lesson {...lesson} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section className="grid gap-2 rounded-md border border-rule p-4">
          <h2 className="text-heading">{isPending ? 'Not booked yet' : 'Not booked'}</h2>
          <ul className="grid gap-2">
            {others.map((lesson) => (
              <li key={lesson.Lesson_ID} className="[overflow-wrap:anywhere]">
                <Lesson {...lesson} />
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

function Lesson({ Lesson_Name, Lesson_Starts_At }: PaidLesson) {
  const starts = Date.parse(Lesson_Starts_At);
  return (
    <>
      <strong>{Lesson_Name}</strong>, {formatDate(ukDate(starts), 'long')} at {ukTime(starts)} UK
      time
    </>
  );
}
