// <PayAndBook>: buys the missing credits and books in one step, without a detour through the shop.
import { useQuery } from '@tanstack/react-query';

import { RESERVATION_MINUTES } from '../../../../domain/limits.ts';
import { formatMoney, priceOf, type CreditPackage } from '../../../../domain/payments/credits.ts';
import { RETURN_DAYS } from '../../../../domain/payments/payment-limits.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { useCheckout, productsQuery } from '../../../data/payments.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { type Booker, hasSeveral } from '../booker.ts';

interface PayAndBookProps extends Pick<ButtonProps, 'variant' | 'children'> {
  /** Lesson ids in booking order. */
  readonly lessonIds: readonly string[];
  readonly user: Booker['user'];
  /** The student to book; null until one is chosen. */
  readonly student: Student | null;
  /** How many credits the family is short of. */
  readonly missing: number;
  /** Why it cannot be done yet; null if it can. */
  readonly disabledReason: string | null;
  /** Called just before the browser leaves the page. */
  readonly onLeave?: () => void;
}

export function PayAndBook({
  lessonIds,
  user,
  student,
  missing,
  disabledReason,
  onLeave,
  ...look
}: PayAndBookProps) {
  const checkout = useCheckout();
  return (
    <Button
      {...look}
      busy={checkout.isBusy}
      busyLabel="Opening checkout..."
      disabledReason={disabledReason}
      onClick={() => {
        if (student === null) return;
        onLeave?.();
        checkout.start({
          credits: missing,
          lessons: { ids: lessonIds, ...(hasSeveral(user) ? { studentId: student.id } : {}) },
        });
      }}
    />
  );
}

interface PayAndBookWordsProps {
  readonly user: Booker['user'];
  readonly student: Student | null;
  readonly missing: number;
}

/** The price, and what happens to the spots during the payment. */
export function PayAndBookWords({ user, student, missing }: PayAndBookWordsProps) {
  const price = usePriceInWords(missing);
  const name =
    student === null ? 'your student' : (shortNames(user.students).get(student.id) ?? '');
  return (
    <>
      {price === null ? 'Pay by card' : `Pay ${price} by card`} and {name} is in. The spot is
      reserved for you for {RESERVATION_MINUTES.asTold} minutes. Unused credits can be returned
      within {RETURN_DAYS} days.
    </>
  );
}

/** The price of the missing credits, once the packages are loaded. */
export function usePriceInWords(missing: number): string | null {
  const { data: packages } = useQuery(productsQuery);
  return packages === undefined ? null : priceInWords(missing, packages);
}

function priceInWords(credits: number, packages: readonly CreditPackage[]): string {
  const [first] = packages;
  return formatMoney(priceOf(credits, packages), first?.currency);
}
