// <StudentRadios>: which of several students something is for.
import type { Student } from '../../domain/student.ts';
import { Choice, choiceListClass } from './choice.tsx';

interface StudentRadiosProps {
  readonly legend: string;
  readonly students: readonly Student[];
  readonly chosen: Student | null;
  readonly onChoose: (id: string) => void;
}

export function StudentRadios({ legend, students, chosen, onChoose }: StudentRadiosProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">{legend}</legend>
      <ul className={choiceListClass}>
        {students.map((student) => (
          <li key={student.id}>
            <Choice
              type="radio"
              name="student"
              checked={student.id === chosen?.id}
              onChange={() => onChoose(student.id)}
            >
              {student.Student_Name}
            </Choice>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
