// <DeleteLesson>: deletes a lesson, after a question.
import { useDeleteLesson } from '../../data/planned-lessons.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';

interface DeleteLessonProps {
  readonly id: string;
  readonly onDeleted: () => void;
}

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
