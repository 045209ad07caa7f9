// <YearQuestions>: asks a parent whether the year that a student is in since September is right.
import { useRef, useState } from 'react';

import { courseOfStudent } from '../../../domain/course.ts';
import { shortNames } from '../../../domain/people/student-rules.ts';
import type { Student } from '../../../domain/people/student.ts';
import { yearClass, yearClasses, type YearClass, yearLabel } from '../../../domain/year-class.ts';
import { useUpdateStudent } from '../../data/family.ts';
import { commonCourse } from '../../data/remembered.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/forms/field.tsx';

interface YearQuestionsProps {
  /** All students of the family: their names and courses depend on each other. */
  students: readonly Student[];
  /** Receives the year that is right; null if the student has finished school. */
  onAnswered: (year: YearClass | null) => void;
}

/** An answered question stays, so that nothing else moves under the finger that has answered. */
export function YearQuestions({ students, onAnswered }: YearQuestionsProps) {
  const [answered, setAnswered] = useState<readonly string[]>([]);
  return students
    .filter(({ id, year_to_confirm }) => year_to_confirm || answered.includes(id))
    .map((student) => (
      <Card key={student.id} className="grid gap-3 p-4 sm:p-6">
        <YearQuestion
          student={student}
          students={students}
          onAnswering={() => setAnswered([...answered, student.id])}
          onAnswered={onAnswered}
        />
      </Card>
    ));
}

interface YearQuestionProps extends YearQuestionsProps {
  student: Student;
  /** Called before the answer is sent: the family may be loaded again before it is back. */
  onAnswering: () => void;
}

function YearQuestion({ student, students, onAnswering, onAnswered }: YearQuestionProps) {
  const { year_class, year_to_confirm: isOpen, Student_Name: studentName } = student;
  const update = useUpdateStudent(student);
  const [isChanging, setChanging] = useState(false);
  const name = shortNames(students).get(student.id) ?? studentName;
  const answer = (year: YearClass | null) => {
    onAnswering();
    update.mutate({ year_class: year }, { onSuccess: () => onAnswered(year) });
  };
  const where = year_class === null ? 'has finished school' : `is in ${yearLabel(year_class)}`;
  return (
    <section aria-label={`The year of ${name}`} className="grid gap-3 wrap-anywhere">
      <div className="grid gap-1">
        <p className="font-bold">
          {isOpen ? `${name} ${where} now. Is that right?` : `${name} ${where} now. Thank you.`}
        </p>
        {year_class === 'year-12' && (
          <p className="text-pencil">
            {commonCourse(students) === courseOfStudent(student)
              ? 'The lessons shown are A-level from now on.'
              : `The lessons shown for ${name} are A-level from now on.`}
          </p>
        )}
      </div>
      {!isOpen ? (
        <div className="min-h-11" />
      ) : isChanging ? (
        <OtherYear name={name} isBusy={update.isPending} onAnswered={answer} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button busy={update.isPending} busyLabel="Saving..." onClick={() => answer(year_class)}>
            <span>
              Yes<span className="sr-only">, {name}</span>
            </span>
          </Button>
          <Button variant="secondary" onClick={() => setChanging(true)}>
            <span>
              Change<span className="sr-only"> the year of {name}</span>
            </span>
          </Button>
        </div>
      )}
    </section>
  );
}

interface OtherYearProps {
  name: string;
  isBusy: boolean;
  onAnswered: (year: YearClass) => void;
}

function OtherYear({ name, isBusy, onAnswered }: OtherYearProps) {
  const select = useRef<HTMLSelectElement>(null);
  const [fault, setFault] = useState<string | undefined>(undefined);
  const save = () => {
    const chosen = yearClass.safeParse(select.current?.value);
    setFault(chosen.error?.issues[0]?.message);
    if (chosen.success) onAnswered(chosen.data);
    else select.current?.focus();
  };
  return (
    <div className="grid justify-items-start gap-3">
      <Field label={`Which year is ${name} in?`} error={fault}>
        {(control) => (
          <select {...control} ref={select} defaultValue="" onChange={() => setFault(undefined)}>
            <option value="">Choose a year</option>
            {yearClasses.map((one) => (
              <option key={one} value={one}>
                {yearLabel(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button busy={isBusy} busyLabel="Saving..." onClick={save}>
        Save
      </Button>
    </div>
  );
}
