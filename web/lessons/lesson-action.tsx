// <LessonAction>: the one thing that can be done with a lesson ahead (book, cancel, buy credits), or why it cannot yet or any more.
import { explainRefusal, refuseCancellation } from '../../domain/booking.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import { useBookLesson, useCancelBooking } from '../api/bookings.ts';
import { Button } from '../ui/button.tsx';
import { confirm } from '../ui/confirm.tsx';

interface LessonActionProps {
  readonly lesson: FamilyLesson;
  readonly credits: number;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onBuy: () => void;
}

export function LessonAction({ lesson, credits, now, onBuy }: LessonActionProps) {
  const { book, isPending: isBooking } = useBookLesson();
  const { cancel, isPending: isCancelling } = useCancelBooking();

  const askToCancel = async () => {
    const isSure = await confirm({
      title: 'Cancel this booking?',
      text: 'Are you sure you want to cancel this lesson booking? Your credit will be refunded.',
      action: 'Cancel booking',
      refusal: 'Keep booking',
    });
    if (isSure) cancel(lesson);
  };

  // While a change is on its way the lesson already looks as it will be.
  if (isBooking || isCancelling) {
    return (
      <Button busy busyLabel={isBooking ? 'Booking...' : 'Cancelling...'} variant="secondary">
        {null}
      </Button>
    );
  }
  if (hasStarted(lesson, now)) return null;
  if (lesson.isBooked) {
    const refusal = refuseCancellation(lesson, now);
    return (
      <Button
        variant="destructive"
        disabledReason={refusal === null ? null : errorCatalogue[refusal].text}
        onClick={() => void askToCancel()}
      >
        Cancel booking
      </Button>
    );
  }
  const refusal = explainRefusal(lesson, { Credits: credits }, now);
  if (refusal === 'insufficient_credits') {
    return (
      <div className="grid gap-3 sm:flex sm:items-center">
        <p className="text-[0.9375rem] leading-snug">{errorCatalogue.insufficient_credits.text}</p>
        <Button className="shrink-0" onClick={onBuy}>
          Buy Credits
        </Button>
      </div>
    );
  }
  return (
    <Button
      disabledReason={refusal === null ? null : errorCatalogue[refusal].text}
      onClick={() => book(lesson)}
    >
      Book for 1 credit
    </Button>
  );
}
