// <EditLesson>: changes a planned lesson, or deletes it.
import type { AdminLesson } from '../../../domain/lessons/lesson.ts';
import { tutorRoomPath } from '../../../domain/paths.ts';
import { useUpdateLesson } from '../../data/planned-lessons.ts';
import { DialogFoot } from '../../ui/dialog.tsx';
import { SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { DeleteLesson } from './delete-lesson.tsx';
import { LessonForm, lessonFormSchema } from './lesson-form.tsx';

interface EditLessonProps {
  readonly lesson: AdminLesson;
  readonly onDeleted: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  readonly onSaved: (date: string) => void;
}

export function EditLesson({ lesson, onDeleted, onSaved }: EditLessonProps) {
  const { id, Topic_ID: topicId } = lesson;
  const update = useUpdateLesson();
  const form = useAppForm({
    schema: lessonFormSchema,
    defaultValues: lesson,
    onSubmit: async ({ weeks: _, ...changes }) => {
      await update.mutateAsync({ id, changes });
      onSaved(changes.Date);
    },
  });
  const room = topicId !== null && (
    <LinkButton variant="quiet" href={tutorRoomPath(id)}>
      Open the lesson room
    </LinkButton>
  );
  return (
    <LessonForm form={form} lesson={lesson} room={room}>
      <DialogFoot>
        <DeleteLesson id={id} onDeleted={onDeleted} />
        <SubmitButton busyLabel="Saving...">Save changes</SubmitButton>
      </DialogFoot>
    </LessonForm>
  );
}
