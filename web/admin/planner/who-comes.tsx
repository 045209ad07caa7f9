// <WhoComes>: the students of a lesson, with what the tutor can do for each of them.
import { Menu as Base } from '@base-ui/react/menu';
import { useEffect, useRef, type ReactNode } from 'react';

import {
  hasStarted,
  type LessonStudent,
  type PlannedLesson,
  spotsLeft,
} from '../../../domain/lessons/lesson.ts';
import { tutorBooksAfter, TUTOR_BOOKS_DAYS } from '../../../domain/lessons/tutor-booking.ts';
import { familyPath, tutorRoomPath } from '../../../domain/paths.ts';
import { yearWords } from '../../../domain/school-year.ts';
import { ukTime } from '../../../domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AttendanceButton } from '../attendance-button.tsx';

interface StudentActions {
  readonly onMove: (student: LessonStudent) => void;
  readonly onCancel: (student: LessonStudent) => void;
}

interface WhoComesProps extends StudentActions {
  lesson: PlannedLesson;
  now: number;
  /** What was just done in another part of the dialog; null if nothing was. */
  done: string | null;
  onAdd: () => void;
}

export function WhoComes({ lesson, now, done, onAdd, onMove, onCancel }: WhoComesProps) {
  const { students, waitingCount, Topic_ID: topicId } = lesson;
  const isPast = hasStarted(lesson, now);
  const isFull = spotsLeft(lesson.Max_Students, lesson.bookedCount, lesson.reservedCount) === 0;
  const takesStudents = Date.parse(lesson.starts_at) > tutorBooksAfter(now);
  return (
    <div className="grid gap-4">
      <Done words={done} />
      <section aria-labelledby="who-comes">
        <h3 id="who-comes" className="font-sans text-base font-bold">
          {isPast ? 'Who came' : 'Who comes'}
        </h3>
        <ul className="mt-2 rounded-md border border-line [&>li]:border-line [&>li]:not-first:border-t">
          {students.map((student) => (
            <StudentRow
              key={student.booking_id}
              student={student}
              isPast={isPast}
              onMove={onMove}
              onCancel={onCancel}
            />
          ))}
          {students.length === 0 && (
            <li className="px-3.5 py-3 text-pencil">
              {isPast ? 'Nobody had booked this lesson.' : 'Nobody has booked this lesson yet.'}
            </li>
          )}
          {takesStudents && isFull && (
            <li className="px-3.5 py-3 text-pencil">
              Full. To add a student, raise its number of students under Edit.
            </li>
          )}
          {takesStudents && !isFull && (
            <li>
              <button
                type="button"
                className="min-h-12 w-full cursor-pointer rounded-b-md px-3.5 text-left font-bold text-signal hover:bg-wash"
                onClick={onAdd}
              >
                <span aria-hidden="true">+ </span>Add a student
              </button>
            </li>
          )}
        </ul>
        {isPast && takesStudents && (
          <p className="mt-2 text-sm text-pencil">
            Students can be added until {TUTOR_BOOKS_DAYS} days after the lesson.
          </p>
        )}
      </section>
      {waitingCount > 0 && (
        <p>
          <b>
            {waitingCount === 1 ? '1 student is' : `${waitingCount} students are`} on the waiting
            list.
          </b>{' '}
          A spot that comes free goes to the first whose family has a credit and who has no other
          lesson at that time.
        </p>
      )}
      {topicId !== null && (
        <div>
          <LinkButton variant="quiet" href={tutorRoomPath(lesson.id)} className="-mx-5">
            Lesson room
          </LinkButton>
        </div>
      )}
    </div>
  );
}

interface StudentRowProps extends StudentActions {
  student: LessonStudent;
  /** Whether the lesson has started: then attendance is what can be changed. */
  isPast: boolean;
}

function StudentRow({ student, isPast, onMove, onCancel }: StudentRowProps) {
  return (
    <li className="flex items-center gap-2 py-1.5 pr-1.5 pl-3.5">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <TextLink href={familyPath(student.Family_ID)} className="-my-1 wrap-anywhere">
            {student.Student_Name}
          </TextLink>
          {student.is_first && <Badge tone="signal">First lesson</Badge>}
          {student.without_credit && <Badge>Without a credit</Badge>}
        </div>
        <p className="text-sm leading-snug text-pencil">{stateOf(student)}</p>
      </div>
      {isPast ? (
        <AttendanceButton booking={{ ...student, id: student.booking_id }} />
      ) : (
        <Menu label={`Actions for ${student.Student_Name}`}>
          <MenuItem onClick={() => onMove(student)}>Move</MenuItem>
          <MenuItem onClick={() => onCancel(student)}>Cancel</MenuItem>
        </Menu>
      )}
    </li>
  );
}

/** 'Year 11, joined 08:56'. */
function stateOf(student: LessonStudent): string {
  const { joined_at, absent, excused, without_credit } = student;
  const year = yearWords(student);
  const absence = without_credit ? 'absent' : 'absent, credit returned';
  const joined = joined_at === null ? null : `joined ${ukTime(Date.parse(joined_at))}`;
  const excuse = excused && !absent && joined_at === null ? "can't come" : null;
  return [year, absent ? absence : excuse, joined].filter((part) => part !== null).join(', ');
}

/** Takes the focus: the button that did it is gone. */
function Done({ words }: { words: string | null }) {
  const line = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    if (words !== null) line.current?.focus();
  }, [words]);
  return (
    <Notice
      as="output"
      tone="positive"
      ref={line}
      tabIndex={-1}
      className="text-positive empty:hidden"
    >
      {words}
    </Notice>
  );
}

interface MenuProps {
  /** Names the button, e.g. 'Actions for Maya'. */
  label: string;
  /** <MenuItem>s. */
  children: ReactNode;
}

/** <Menu>: a button with three dots that opens a short list of actions. */
function Menu({ label, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        aria-label={label}
        className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-pencil hover:bg-wash hover:text-ink data-popup-open:bg-wash data-popup-open:text-ink"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5" fill="currentColor">
          <path d="M4 8.3a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Zm6 0a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Zm6 0a1.7 1.7 0 1 1 0 3.4 1.7 1.7 0 0 1 0-3.4Z" />
        </svg>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="min-w-44 rounded-md border border-line bg-sheet py-1 text-ink lifted-shadow outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuItem({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Base.Item
      className="flex min-h-11 cursor-pointer items-center px-4 font-bold select-none data-highlighted:bg-wash data-highlighted:text-signal"
      onClick={onClick}
    >
      {children}
    </Base.Item>
  );
}
