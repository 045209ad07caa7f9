// <CancelQuestion>: asks whether to cancel a booking, and cancels it.
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import type { Booker } from '../booker.ts';
import { useCancelBooking } from '../bookings.ts';
import { cancellationQuestion } from './cancellation-question.ts';

interface CancelQuestionProps {
  readonly lesson: FamilyLesson;
  readonly user: Booker['user'];
  readonly student: Student;
  readonly open: boolean;
  readonly onClose: () => void;
}

export default function CancelQuestion(props: CancelQuestionProps) {
  const { lesson, user, student, open, onClose } = props;
  const { cancel } = useCancelBooking(user);
  return (
    <ConfirmDialog
      question={cancellationQuestion(user, { lesson, student })}
      open={open}
      onAnswer={(yes) => {
        onClose();
        if (yes) cancel({ lesson, student });
      }}
    />
  );
}
