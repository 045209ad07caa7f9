// <AddStudentDialog> and <EditStudentDialog>: a student's name and year, and removing a student.
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, type RefObject, useRef } from 'react';
import * as z from 'zod/mini';

import * as endpoints from '../../../../domain/endpoints.ts';
import { errorCatalogue } from '../../../../domain/errors.ts';
import { hasStarted } from '../../../../domain/lessons/lesson.ts';
import type { FamilyMember } from '../../../../domain/people/family.ts';
import {
  type NewStudent,
  newStudentSchema,
  refuseStudentRemoval,
} from '../../../../domain/people/student-rules.ts';
import { isYearUnknown } from '../../../../domain/school-year.ts';
import { joinWords } from '../../../../domain/text.ts';
import { ukDate } from '../../../../domain/time.ts';
import { yearClass, yearOptions, yearFieldLabel } from '../../../../domain/year-class.ts';
import { useUpdateStudent, usePeopleMutation } from '../../../data/family.ts';
import { bookedLessonsQuery } from '../../../data/lessons.ts';
import { call } from '../../../transport/client.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Dialog, DialogFoot } from '../../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../../ui/forms/form.tsx';
import { SelectField, TextField } from '../../../ui/forms/text-field.tsx';
import { useNow } from '../../../ui/hooks/hooks.ts';

const nameField = {
  name: 'Student_Name',
  label: "Student's name",
  autoComplete: 'off',
  autoCapitalize: 'words',
} as const;
const yearField = (now: number) =>
  ({ name: 'year_class', label: yearFieldLabel('Year', now), options: yearOptions }) as const;

/** What we store about a student, for sentences: each detail that a parent enters. */
const words: Readonly<Record<keyof NewStudent, string>> = {
  Student_Name: 'name',
  year_class: 'year',
};

/** 'name and year' */
const STUDENT_WORDS = joinWords(Object.values(words));

export function AddStudentDialog({ onClose }: { onClose: () => void }) {
  const add = useAddStudent();
  const now = useNow();
  const form = useAppForm({
    schema: newStudentSchema,
    defaultValues: { Student_Name: '' },
    onSubmit: async (student) => {
      await add.mutateAsync(student);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Add a student"
      description={`We keep the ${STUDENT_WORDS}, and the lessons that you book.`}
    >
      <Form form={form} label="Add a student">
        <TextField form={form} {...nameField} />
        <SelectField form={form} {...yearField(now)} placeholder="Choose a year" />
        <DialogFoot>
          <SubmitButton busyLabel="Adding...">Add student</SubmitButton>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** The year may stay empty if it was never given, and once the student has finished school. */
const editedStudentSchema = z.extend(newStudentSchema, {
  year_class: z.union([yearClass, z.literal('')]),
});

interface EditStudentDialogProps {
  student: FamilyMember;
  /** How many students the family has. */
  students: number;
  /** The element to focus once the student, with the button that opened this, is gone. */
  afterRemoval: RefObject<HTMLElement | null>;
  onClose: () => void;
}

export function EditStudentDialog({
  student,
  students,
  afterRemoval,
  onClose,
}: EditStudentDialogProps) {
  const isRemoved = useRef(false);
  const update = useUpdateStudent(student);
  const now = useNow();
  // Saving it unchanged says nothing anew.
  const before = student.year_asked ?? '';
  const form = useAppForm({
    schema: editedStudentSchema,
    defaultValues: { ...student, year_class: before },
    onSubmit: async (_, { year_class = '', ...changes }) => {
      await update.mutateAsync({ ...changes, ...(year_class === '' ? {} : { year_class }) });
      onClose();
    },
  });
  const fields: Readonly<Record<keyof NewStudent, ReactNode>> = {
    Student_Name: <TextField form={form} {...nameField} />,
    year_class: (
      <SelectField
        form={form}
        {...yearField(now)}
        {...(before === ''
          ? { placeholder: isYearUnknown(student) ? 'Not given' : 'Finished school' }
          : {})}
      />
    ),
  };
  const title = `Edit ${student.Student_Name}`;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      nextFocus={() => (isRemoved.current ? afterRemoval.current : null)}
    >
      <Form form={form} label={title}>
        {Object.entries(fields).map(([name, field]) => (
          <Fragment key={name}>{field}</Fragment>
        ))}
        <DialogFoot>
          <SubmitButton busyLabel="Saving...">Save student</SubmitButton>
        </DialogFoot>
      </Form>
      <RemoveStudent
        student={student}
        students={students}
        onRemoved={() => {
          isRemoved.current = true;
          onClose();
        }}
      />
    </Dialog>
  );
}

interface RemoveStudentProps extends Pick<EditStudentDialogProps, 'student' | 'students'> {
  onRemoved: () => void;
}

function RemoveStudent({ student, students, onRemoved }: RemoveStudentProps) {
  const remove = useRemoveStudent(student);
  const now = useNow();
  // The server checks lessons beyond the end of this list.
  const hasLessonsAhead =
    useQuery(bookedLessonsQuery(ukDate(now))).data?.some(
      (lesson) =>
        !hasStarted(lesson, now) &&
        lesson.bookings.some(({ Student_ID: studentId }) => studentId === student.id),
    ) ?? false;
  const refusal = refuseStudentRemoval(students, hasLessonsAhead);
  const [question, ask] = useConfirm();
  const askToRemove = async () => {
    const isSure = await ask({
      title: `Remove ${student.Student_Name}?`,
      text: `This cannot be undone. Their ${STUDENT_WORDS} are erased, and a sign-in of their own ends at once. Lessons that they attended still count, without a name.`,
      action: 'Remove student',
      refusal: 'Keep student',
    });
    if (!isSure) return;
    remove.mutate(undefined, { onSuccess: onRemoved });
  };
  return (
    <div className="mt-6 border-t border-line pt-5">
      <Button
        variant="destructive"
        busy={remove.isPending}
        busyLabel="Removing..."
        disabledReason={refusal === null ? null : errorCatalogue[refusal].text}
        onClick={() => void askToRemove()}
      >
        Remove student
      </Button>
      {question}
    </div>
  );
}

/** `mutateAsync({Student_Name, year_class})` */
function useAddStudent() {
  return usePeopleMutation(
    { title: 'Student not added', text: 'Unable to add the student. Please try again.' },
    {
      act: async (student: NewStudent) => call(endpoints.addStudent, { body: student }),
      done: ({ Student_Name: studentName }) => ({
        title: 'Student added',
        description: `You can book lessons for ${studentName} now.`,
      }),
    },
  );
}

/** `mutate()` */
function useRemoveStudent({
  id,
  Student_Name: studentName,
}: Pick<FamilyMember, 'id' | 'Student_Name'>) {
  return usePeopleMutation(
    { title: 'Student not removed', text: 'Unable to remove the student. Please try again.' },
    {
      act: async () => call(endpoints.removeStudent, { params: { id } }),
      done: () => ({
        title: 'Student removed',
        description: `${studentName} is no longer part of your family here.`,
      }),
    },
  );
}
