// Asks for confirmation before a booking is cancelled.
import type { Student } from '../../domain/student.ts';
import { confirm } from '../ui/confirm.tsx';
import { type Booker, hasSeveral } from './booker.ts';

const SURE = 'Are you sure you want to cancel this lesson booking?';

/** Resolves to whether the person confirms. A student is told nothing about credits. */
export function confirmCancellation(
  user: Booker['user'],
  { Student_Name }: Pick<Student, 'Student_Name'>,
): Promise<boolean> {
  return confirm({
    title: hasSeveral(user) ? `Cancel the booking for ${Student_Name}?` : 'Cancel this booking?',
    text: user.role === 'student' ? SURE : `${SURE} Your credit will be refunded.`,
    action: 'Cancel booking',
    refusal: 'Keep booking',
  });
}
