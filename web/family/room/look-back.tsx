// <LookBack>: the result of a lesson that is over, the missed questions with their working, and the
// links to practice and to the next lesson.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { groupBy } from '../../../domain/group-by.ts';
import { hasStarted } from '../../../domain/lessons/lesson.ts';
import { paths, practicePath, roomPath } from '../../../domain/paths.ts';
import type { QuestionItem } from '../../../domain/rooms/room.ts';
import { formatDate, shortTime, ukDate } from '../../../domain/time.ts';
import { lessonsAheadQuery } from '../../data/lessons.ts';
import { styleOf } from '../../parts/questions/marks.tsx';
import { needsTicks, RoomQuestion } from '../../parts/questions/room-question.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { QuestionRun, type QuestionRunProps } from './question-run.tsx';

const resultOf = ({ attempts }: QuestionItem) => attempts.at(-1)?.result ?? null;
const isMissed = (item: QuestionItem) =>
  item.done && resultOf(item) !== 'right' && !needsTicks(item);

interface LookBackProps extends QuestionRunProps {
  studentId: string;
  isOneOfSeveral: boolean;
  /** Stands between what was missed and the other questions. */
  children: ReactNode;
}

export default function LookBack({ studentId, isOneOfSeveral, children, ...run }: LookBackProps) {
  const { questions, drafts, onMarked } = run;
  const student = isOneOfSeveral ? studentId : null;
  // One that is answered on this page stays where it is.
  const [missedIds] = useState(() => new Set(questions.filter(isMissed).map(({ id }) => id)));
  const missed = questions.filter(({ id }) => missedIds.has(id));
  const others = questions.filter(({ id }) => !missedIds.has(id));
  return (
    <>
      {questions.length > 0 && (
        <div>
          <h2 className="figures text-title">{describeResult(questions)}</h2>
          <p className="text-pencil">{describeRest(questions)}</p>
          {questions.some(isMissed) && (
            <div className="mt-3 grid gap-2 sm:justify-items-start">
              <LinkButton href={practicePath(student)}>Practise what you missed</LinkButton>
              <p>Practice asks what you missed again, from the next day on.</p>
            </div>
          )}
        </div>
      )}
      {missed.length > 0 && (
        <section aria-labelledby="missed" className="grid grid-cols-1 gap-3">
          <h2 id="missed" className="text-heading">
            To look at again
          </h2>
          <ul className="grid grid-cols-1 gap-4">
            {missed.map((item) => (
              <li key={item.id}>
                <Card className="grid grid-cols-1 gap-2 p-4 sm:p-7">
                  {item.attempts.length === 0 && <p className="label-mark">Not answered</p>}
                  <RoomQuestion
                    item={item}
                    unsent={undefined}
                    drafts={drafts}
                    onAnswer={(answer) => run.onAnswer(item, answer)}
                    onMarked={onMarked}
                  />
                </Card>
              </li>
            ))}
          </ul>
        </section>
      )}
      {children}
      {others.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-heading">
            {missed.length > 0 ? 'The other questions' : 'Questions'}
          </h2>
          <QuestionRun {...run} questions={others} variant="secondary" />
        </section>
      )}
      <WayOn studentId={studentId} student={student} />
    </>
  );
}

function describeResult(questions: readonly QuestionItem[]): string {
  if (questions.every(({ attempts }) => attempts.length === 0)) return 'Nothing answered yet';
  const right = questions.filter((item) => resultOf(item) === 'right').length;
  return `${right} of ${questions.length} right`;
}

/** '1 partly right, 2 not answered.' */
function describeRest(questions: readonly QuestionItem[]): string {
  const rest = questions.filter((item) => resultOf(item) !== 'right');
  if (rest.length === 0) return 'Nothing to look at again.';
  if (rest.every((item) => resultOf(item) === 'wrong'))
    return rest.length === 1 ? 'One to look at again.' : `${rest.length} to look at again.`;
  const counts = [...groupBy(rest, markOf)].map(([mark, items]) => `${items.length} ${mark}`);
  return `${counts.join(', ')}.`;
}

function markOf(item: QuestionItem): string {
  const result = resultOf(item);
  if (result !== null) return styleOf(result).word.toLowerCase();
  return item.attempts.length > 0 ? 'to compare' : 'not answered';
}

interface WayOnProps {
  studentId: string;
  /** For the address; null for an only student. */
  student: string | null;
}

function WayOn({ studentId, student }: WayOnProps) {
  const now = useNow();
  const { data, isPending } = useQuery(lessonsAheadQuery(ukDate(now)));
  const next = data?.find(
    (lesson) =>
      !hasStarted(lesson, now) &&
      lesson.bookings.some((booking) => booking.Student_ID === studentId),
  );
  if (isPending) return null;
  return (
    <div className="grid sm:justify-items-start">
      <LinkButton
        variant="secondary"
        href={next === undefined ? paths.familyHome : roomPath(next.id, student)}
      >
        {next === undefined
          ? 'Book the next lesson'
          : `Next lesson: ${formatDate(next.Date, 'short')}, ${shortTime(next.Time)}`}
      </LinkButton>
    </div>
  );
}
