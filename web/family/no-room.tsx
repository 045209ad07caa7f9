// What stands where a room would: no such lesson, a student who is not booked, or a choice of the
// student. <StudentLinks> also serves practice.
import { paths } from '../../domain/paths.ts';
import type { Student } from '../../domain/people/student.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';

interface NoRoomViewProps {
  reason: 'gone' | 'not booked';
  /** The other students of the family, who may be booked instead. */
  others: readonly Student[];
  pathFor: (studentId: string) => string;
}

export function NoRoomView({ reason, others, pathFor }: NoRoomViewProps) {
  const isGone = reason === 'gone';
  return (
    <>
      <PageHeader title="Lesson" />
      <EmptyState
        title={isGone ? 'This lesson no longer exists' : 'Not booked'}
        text={
          isGone
            ? 'It was deleted, or part of the link was lost on the way. Your next lessons are on your home page.'
            : 'Only students who are booked into a lesson can open it. You can book it on your home page.'
        }
        action={<LinkButton href={paths.familyHome}>My lessons</LinkButton>}
      />
      {!isGone && others.length > 0 && <StudentLinks students={others} pathFor={pathFor} />}
    </>
  );
}

interface StudentLinksProps {
  students: readonly Student[];
  pathFor: (studentId: string) => string;
  /** Whose page it is. */
  chosenId?: string | undefined;
}

export function StudentLinks({ students, pathFor, chosenId }: StudentLinksProps) {
  return (
    <nav aria-label="Students">
      {chosenId === undefined && <p className="mb-3">Who is it for?</p>}
      <ul className="grid gap-3 sm:flex sm:flex-wrap">
        {students.map(({ id, Student_Name: studentName }) => (
          <li key={id} className="grid min-w-0 wrap-anywhere">
            <LinkButton
              variant={id === chosenId ? 'primary' : 'secondary'}
              aria-current={id === chosenId ? 'page' : undefined}
              href={pathFor(id)}
            >
              {studentName}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
