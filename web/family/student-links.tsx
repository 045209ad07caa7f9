// <StudentLinks>: the choice of a student, for a room and for practice.
import type { Student } from '../../domain/people/student.ts';
import { LinkButton } from '../ui/link-button.tsx';

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
