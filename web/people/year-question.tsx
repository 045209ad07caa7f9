// <YearQuestion>: asks a parent whether the year that a student is in since September is right.
import { useState } from 'react';

import { courseOfStudent } from '../../domain/course.ts';
import { type YearClass, yearClasses, yearLabel } from '../../domain/enquiries/enquiry.ts';
import { shortNames, type Student } from '../../domain/families/student.ts';
import { useUpdateStudent } from '../api/families/people.ts';
import { commonCourse } from '../api/lessons/course-choice.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

interface YearQuestionProps {
  readonly student: Student;
  /** All students of the family: their names and courses depend on each other. */
  readonly students: readonly Student[];
  /** Receives the year that is right; null if the student has finished school. */
  readonly onAnswered: (year: YearClass | null) => void;
}

export function YearQuestion({ student, students, onAnswered }: YearQuestionProps) {
  const { year_class, Student_Name: studentName } = student;
  const update = useUpdateStudent(student);
  const [isChanging, setChanging] = useState(false);
  const name = shortNames(students).get(student.id) ?? studentName;
  const answer = (year: YearClass | null) =>
    update.mutate({ year_class: year }, { onSuccess: () => onAnswered(year) });
  return (
    <Card className="grid gap-3 p-4 sm:p-6">
      <section aria-label={`The year of ${name}`} className="grid gap-3 wrap-anywhere">
        <div className="grid gap-1">
          <p className="font-bold">
            {year_class === null
              ? `${name} has finished school now. Is that right?`
              : `${name} is in ${yearLabel(year_class)} now. Is that right?`}
          </p>
          {year_class === 'year-12' && (
            <p className="text-pencil">
              {commonCourse(students) === courseOfStudent(student)
                ? 'The lessons shown are A-level from now on.'
                : `The lessons shown for ${name} are A-level from now on.`}
            </p>
          )}
        </div>
        {isChanging ? (
          <div role="group" aria-label="Which year is it?" className="flex flex-wrap gap-2">
            {yearClasses
              .filter((year) => year !== year_class)
              .map((year) => (
                <Button
                  key={year}
                  variant="secondary"
                  busy={update.isPending && update.variables.year_class === year}
                  busyLabel="Saving..."
                  onClick={() => answer(year)}
                >
                  {yearLabel(year)}
                </Button>
              ))}
          </div>
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button
              busy={update.isPending}
              busyLabel="Saving..."
              onClick={() => answer(year_class)}
            >
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
    </Card>
  );
}
