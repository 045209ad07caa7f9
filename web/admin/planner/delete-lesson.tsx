// <DeleteLesson>: deletes a lesson, after a question. The dialog around it renders <Confirmations
// />.
import { useDeleteLesson } from '../../api/lessons/planned-lessons.ts';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';

interface DeleteLessonProps {
  readonly id: string;
  readonly onDeleted: () => void;
}

export function DeleteLesson({ id, onDeleted }: DeleteLessonProps) {
  const remove = useDeleteLesson();
  const askAndDelete = async () => {
    const sure = await confirm({
      title: 'Delete lesson',
      text: 'Are you sure you want to delete this lesson? This will also cancel all bookings for this lesson.',
      action: 'Delete lesson',
      refusal: 'Keep lesson',
    });
    if (sure) remove.mutate({ id }, { onSuccess: onDeleted });
  };
  return (
    <Button
      variant="quiet"
      className="-ml-3 mr-auto flex-none! px-3! text-negative!"
      busy={remove.isPending}
      onClick={() => void askAndDelete()}
    >
      Delete
    </Button>
  );
}
