// <CancelQuestion>: asks whether to cancel a booking, once, and cancels it.
import { useEffect, useEffectEvent } from 'react';

import type { Student } from '../../../domain/families/student.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import { useCancelBooking } from '../../api/lessons/bookings.ts';
import { Confirmations } from '../../ui/confirm.tsx';
import type { Booker } from '../booker.ts';
import { confirmCancellation } from './confirm-cancellation.ts';

interface CancelQuestionProps {
  readonly lesson: FamilyLesson;
  readonly user: Booker['user'];
  readonly student: Student;
}

export default function CancelQuestion({ lesson, user, student }: CancelQuestionProps) {
  const { cancel } = useCancelBooking(user);
  const ask = useEffectEvent(async () => {
    if (await confirmCancellation(user, { lesson, student })) cancel({ lesson, student });
  });
  useEffect(() => {
    void ask();
  }, []);
  return <Confirmations />;
}
