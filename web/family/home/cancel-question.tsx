// <CancelQuestion>: asks whether to cancel a booking, and cancels it. cancellationQuestion() only
// asks.
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import type { Student } from '../../../domain/people/student.ts';
import { ConfirmDialog, type Confirmation } from '../../ui/confirm.tsx';
import { type Booker, hasSeveral } from './booker.ts';
import { returnsCredit } from './booking-words.ts';
import { useCancelBooking } from './bookings.ts';

interface CancelQuestionProps {
  lesson: FamilyLesson;
  user: Booker['user'];
  student: Student;
  open: boolean;
  onClose: () => void;
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

const SURE = 'Are you sure you want to cancel this lesson booking?';

/** A student is told nothing about credits. */
export function cancellationQuestion(
  user: Booker['user'],
  { lesson, student }: { lesson: FamilyLesson; student: Student },
): Confirmation {
  const { Student_Name: studentName } = student;
  const credit = returnsCredit(lesson, student)
    ? 'Your credit will be refunded.'
    : 'It took no credit, so none comes back.';
  return {
    title: hasSeveral(user) ? `Cancel the booking for ${studentName}?` : 'Cancel this booking?',
    text: user.role === 'student' ? SURE : `${SURE} ${credit}`,
    action: 'Cancel booking',
    refusal: 'Keep booking',
  };
}
