// <EditLesson>: changes a planned lesson, or deletes it.
import { useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { AdminLesson, LessonChanges } from '../../../domain/lessons/lesson.ts';
import { tutorRoomPath } from '../../../domain/paths.ts';
import { PLAN_CHANGES } from '../../data/planned-lessons.ts';
import { call } from '../../transport/client.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { DialogFoot } from '../../ui/dialog.tsx';
import { SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { showToast } from '../../ui/toast.ts';
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

/** `mutateAsync({id, changes})`; `changes` may contain any of the lesson's fields. */
function useUpdateLesson() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error Updating Lesson',
        text: 'Failed to update lesson. Please try again.',
      },
      changes: PLAN_CHANGES,
    },
    mutationFn: ({ id, changes }: { id: string; changes: LessonChanges }) =>
      call(endpoints.updateLesson, { params: { id }, body: changes }),
    onSuccess: ({ lesson }) =>
      showToast({
        kind: 'success',
        title: 'Lesson Updated',
        description: `The changes to ${lesson.Lesson_Name} were saved.`,
      }),
  });
}

interface DeleteLessonProps {
  readonly id: string;
  readonly onDeleted: () => void;
}

/** <DeleteLesson>: deletes a lesson, after a question. */
export function DeleteLesson({ id, onDeleted }: DeleteLessonProps) {
  const remove = useDeleteLesson();
  const [question, ask] = useConfirm();
  const askAndDelete = async () => {
    const sure = await ask({
      title: 'Delete lesson',
      text: 'Are you sure you want to delete this lesson? This will also cancel all bookings for this lesson.',
      action: 'Delete lesson',
      refusal: 'Keep lesson',
    });
    if (sure) remove.mutate({ id }, { onSuccess: onDeleted });
  };
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className="-ml-3 mr-auto flex-none! text-negative!"
        busy={remove.isPending}
        onClick={() => void askAndDelete()}
      >
        Delete
      </Button>
      {question}
    </>
  );
}

/** `mutate({id})`, after the admin has confirmed. */
function useDeleteLesson() {
  return useMutation({
    meta: {
      operation: {
        title: 'Error Deleting Lesson',
        text: 'Failed to delete lesson. Please try again.',
      },
      changes: PLAN_CHANGES,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.deleteLesson, { params: { id } }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Lesson Deleted',
        description: 'The lesson and all of its bookings were removed.',
      }),
  });
}
