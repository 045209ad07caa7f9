// <PayAndBook>: buys the credits that are missing and books in one go, so that nobody ends up in a
// shop.
import { useQuery } from '@tanstack/react-query';

import { creditCount, formatMoney, priceOf, type CreditPackage } from '../../domain/credits.ts';
import { RESERVATION_MINUTES } from '../../domain/limits.ts';
import { shortNames, type Student } from '../../domain/student.ts';
import { useCheckout, productsQuery } from '../api/payments.ts';
import { Button } from '../ui/button.tsx';
import { type Booker, hasSeveral } from './booker.ts';

interface PayAndBookProps {
  /** Ids of the lessons, in the order in which they are to be booked. */
  readonly lessonIds: readonly string[];
  readonly user: Booker['user'];
  /** Whom they are for; null until that is chosen. */
  readonly student: Student | null;
  /** How many credits the family lacks for them. */
  readonly missing: number;
  /** Why it cannot be done yet; null when it can. */
  readonly disabledReason: string | null;
  /** Called as the page is about to be left. */
  readonly onLeave?: () => void;
}

export function PayAndBook({
  lessonIds,
  user,
  student,
  missing,
  disabledReason,
  onLeave,
}: PayAndBookProps) {
  const checkout = useCheckout();
  return (
    <Button
      className="shrink-0"
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
    >
      Buy {creditCount(missing)} and book
    </Button>
  );
}

interface PayAndBookWordsProps {
  readonly user: Booker['user'];
  readonly student: Student | null;
  readonly missing: number;
}

/** What it costs, and what happens with the places meanwhile. */
export function PayAndBookWords({ user, student, missing }: PayAndBookWordsProps) {
  const price = usePriceInWords(missing);
  const name =
    student === null ? 'your student' : (shortNames(user.students).get(student.id) ?? '');
  return (
    <>
      {price === null ? 'Pay by card' : `Pay ${price} by card`} and {name} is in. The spot is
      reserved for you for {RESERVATION_MINUTES.asTold} minutes.
    </>
  );
}

/** What the missing credits cost, once the packages are known. */
export function usePriceInWords(missing: number): string | null {
  const { data: packages } = useQuery(productsQuery);
  return packages === undefined ? null : priceInWords(missing, packages);
}

function priceInWords(credits: number, packages: readonly CreditPackage[]): string {
  const [first] = packages;
  return formatMoney(priceOf(credits, packages), first?.currency);
}
