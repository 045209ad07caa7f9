// /admin-planner: the week's lessons, to create, edit and delete.
import { useState } from 'react';

import { newLessonSchema, type AdminLesson } from '../../domain/lesson.ts';
import { LESSON_TIMES, MAX_STUDENTS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { addDays, shortTime } from '../../domain/time.ts';
import { useLogout } from '../api/account.ts';
import { useAdminLessons, useCreateLesson, useDeleteLesson, useUpdateLesson } from '../api/admin-queries.ts';
import { Button } from '../ui/button.tsx';
import { confirm, Confirmations } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../ui/form.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { FailedState } from '../ui/states.tsx';
import { NumberField, TextArea, TextField } from '../ui/text-field.tsx';
import { calendarItemClass, WeekCalendar } from '../ui/week-calendar.tsx';
import { useWeek, WeekNav } from '../ui/week-nav.tsx';
import { PageFrame } from './page-frame.tsx';

export default function AdminPlanner() {
  const week = useWeek();
  const lessons = useAdminLessons(week.monday);
  const logout = useLogout('admin');
  const [edited, setEdited] = useState<AdminLesson | 'new' | null>(null);
  return (
    <PageFrame
      title="Planner"
      actions={
        <>
          <LinkButton variant="quiet" href={paths.adminDashboard}>
            Dashboard
          </LinkButton>
          <Button variant="quiet" busy={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </>
      }
    >
      <PageHeader
        title="Planner"
        actions={<Button onClick={() => setEdited('new')}>Create New Lesson</Button>}
      />
      <WeekNav week={week} />
      {lessons.isPending && <SkeletonList label="Loading lessons" />}
      {lessons.isError && <FailedState title="Failed to load lessons" onRetry={lessons.refetch} />}
      {lessons.data !== undefined && (
        <WeekCalendar
          week={week}
          label="Lessons"
          items={lessons.data}
          keyOf={({ id }) => id}
          dateOf={(lesson) => lesson.Date}
          renderItem={(lesson) => (
            <button type="button" className={calendarItemClass} onClick={() => setEdited(lesson)}>
              <span className="figures font-bold">{shortTime(lesson.Time)}</span> {lesson.Lesson_Name}
            </button>
          )}
        />
      )}
      {edited !== null && (
        <LessonForm
          lesson={edited === 'new' ? null : edited}
          saturday={addDays(week.monday, 5)}
          onClose={() => setEdited(null)}
        />
      )}
      <Confirmations />
    </PageFrame>
  );
}

interface LessonFormProps {
  readonly lesson: AdminLesson | null;
  readonly saturday: string;
  readonly onClose: () => void;
}

function LessonForm({ lesson, saturday, onClose }: LessonFormProps) {
  const create = useCreateLesson();
  const update = useUpdateLesson();
  const remove = useDeleteLesson();
  const form = useAppForm({
    schema: newLessonSchema,
    defaultValues: lesson ?? {
      Date: saturday,
      Time: LESSON_TIMES[0],
      Lesson_Name: '',
      Meeting_Link: '',
      Max_Students: MAX_STUDENTS.default,
      lesson_notes: '',
    },
    onSubmit: async (values) => {
      if (lesson === null) await create.mutateAsync(values);
      else await update.mutateAsync({ id: lesson.id, changes: values });
      onClose();
    },
  });
  const deleteLesson = async (id: string) => {
    const sure = await confirm({
      title: 'Delete lesson',
      text: 'Are you sure you want to delete this lesson? This will also cancel all bookings for this lesson.',
      action: 'Delete lesson',
    });
    if (sure) remove.mutate({ id }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={lesson === null ? 'Create New Lesson' : 'Edit lesson'}
      width="wide"
    >
      <Form form={form}>
        <TextField name="Date" label="Date" type="date" />
        <TextField name="Time" label="Time" hint="HH:MM:SS, UK time" />
        <TextField name="Lesson_Name" label="Lesson name" />
        <TextField name="Meeting_Link" label="Meeting link" type="url" />
        <NumberField name="Max_Students" label="Max students" min={MAX_STUDENTS.min} max={MAX_STUDENTS.max} />
        <TextArea name="lesson_notes" label="Lesson notes" optional />
        <SubmitButton>Save lesson</SubmitButton>
        {lesson !== null && (
          <Button variant="destructive" busy={remove.isPending} onClick={() => void deleteLesson(lesson.id)}>
            Delete
          </Button>
        )}
      </Form>
    </Dialog>
  );
}
