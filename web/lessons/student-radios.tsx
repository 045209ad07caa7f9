// <StudentRadios>: chooses one of several students; <StudentRadio> is one option.
import type { Student } from '../../domain/student.ts';
import { Choice, choiceListClass } from '../ui/choice.tsx';

interface Choosing {
  readonly chosen: Student | null;
  readonly onChoose: (id: string) => void;
}

interface StudentRadiosProps extends Choosing {
  readonly legend: string;
  readonly students: readonly Student[];
}

export function StudentRadios({ legend, students, chosen, onChoose }: StudentRadiosProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">{legend}</legend>
      <ul className={choiceListClass}>
        {students.map((student) => (
          <li key={student.id}>
            <StudentRadio student={student} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface StudentRadioProps extends Choosing {
  readonly student: Student;
}

export function StudentRadio({ student, chosen, onChoose }: StudentRadioProps) {
  return (
    <Choice
      type="radio"
      name="student"
      checked={student.id === chosen?.id}
      onChange={() => onChoose(student.id)}
    >
      {student.Student_Name}
    </Choice>
  );
}
