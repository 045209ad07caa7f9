// <ActionButton>: the button of one action at the foot of a lesson's details, or the sentence that
// stands in its place. <PayAndBook>: leaves for the card payment page.
import { useQuery } from '@tanstack/react-query';

import { LESSON_CREDITS, RESERVATION_MINUTES } from '../../../../domain/lessons/booking.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { formatMoney, priceOf, type CreditPackage } from '../../../../domain/payments/credits.ts';
import { RETURN_DAYS } from '../../../../domain/payments/refund.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { Button, type ButtonVariant, type ButtonProps } from '../../../ui/button.tsx';
import { type Booker, hasSeveral } from '../booker.ts';
import { useCheckout, productsQuery } from '../checkout.ts';
import { useIsOnline, WHEN_ONLINE } from '../live-lessons.ts';
import { actionWords, type LessonAction } from './actions.ts';

type Kind = LessonAction['kind'];
type KindWithButton = Exclude<Kind, 'ask_to_book' | 'ask_to_cancel'>;
/** Paying leads to another page. */
export type KindByClick = Exclude<KindWithButton, 'pay_and_book'>;

/** The kinds of action that book. */
export const BOOKS: readonly Kind[] = ['book', 'book_free', 'pay_and_book'];

/** Those that undo a booking: quiet while it is being confirmed. */
const UNDOES: readonly Kind[] = ['move', 'cancel'];

/** The width of 'Cancel booking', where two of them fit beside each other. */
const evenly = 'min-w-0 min-[24rem]:min-w-42';

const variants: Readonly<Record<KindWithButton, ButtonVariant>> = {
  book: 'primary',
  book_free: 'primary',
  pay_and_book: 'primary',
  join_list: 'primary',
  leave_list: 'secondary',
  move: 'secondary',
  move_here: 'secondary',
  cancel: 'destructive',
};

const busyLabels: Readonly<Partial<Record<Kind, string>>> = {
  book: 'Booking...',
  book_free: 'Booking...',
  join_list: 'Joining...',
  leave_list: 'Leaving...',
  move_here: 'Moving...',
  cancel: 'Cancelling...',
};

interface ActionButtonProps {
  action: LessonAction;
  lesson: FamilyLesson;
  booker: Booker;
  /** The first of the actions is the main one. */
  isFirst: boolean;
  /** The dialog has just confirmed a booking. */
  isDone: boolean;
  /** What it does is being saved. */
  isBusy: boolean;
  onRun: (kind: KindByClick, student: Student) => void;
  /** The person leaves for the payment page. */
  onLeave: (student: Student) => void;
}

export function ActionButton({
  action,
  lesson,
  booker,
  isFirst,
  isDone,
  isBusy,
  onRun,
  onLeave,
}: ActionButtonProps) {
  const isOnline = useIsOnline();
  const { kind, student } = action;
  const refusal = isOnline || isBusy ? action.refusal : WHEN_ONLINE;
  const words =
    isOnline || !BOOKS.includes(kind) ? actionWords(action, booker) : 'Book when online';
  if (kind === 'ask_to_book' || kind === 'ask_to_cancel') return <p>{words}</p>;
  const variant = variantOf(kind, { isFirst, isDone });
  if (kind === 'pay_and_book')
    return (
      <PayAndBook
        variant={variant}
        lessonIds={[lesson.id]}
        user={booker.user}
        student={student}
        missing={LESSON_CREDITS}
        disabledReason={refusal}
        onLeave={() => student !== null && onLeave(student)}
      >
        {words}
      </PayAndBook>
    );
  return (
    <Button
      variant={variant}
      className={`wrap-anywhere ${variant === 'quiet' ? 'min-w-0 px-2!' : UNDOES.includes(kind) ? evenly : 'min-w-0'}`}
      busy={isBusy}
      busyLabel={busyLabels[kind]}
      disabledReason={refusal}
      aria-label={kind === 'cancel' && !isBusy ? words : undefined}
      onClick={() => student !== null && onRun(kind, student)}
    >
      {/* The name is on its neighbour, so that both fit beside each other on a phone. */}
      {kind === 'cancel' ? 'Cancel booking' : words}
    </Button>
  );
}

function variantOf(
  kind: KindWithButton,
  { isFirst, isDone }: Pick<ActionButtonProps, 'isFirst' | 'isDone'>,
): ButtonVariant {
  if (isDone && UNDOES.includes(kind)) return 'quiet';
  if (!isFirst && kind !== 'cancel') return 'secondary';
  return variants[kind];
}

interface PayAndBookProps extends Pick<ButtonProps, 'variant' | 'children'> {
  /** Lesson ids in booking order. */
  lessonIds: readonly string[];
  user: Booker['user'];
  /** The student to book; null until one is chosen. */
  student: Student | null;
  /** How many credits the family is short of. */
  missing: number;
  /** Why it cannot be done yet; null if it can. */
  disabledReason: string | null;
  /** Called just before the browser leaves the page. */
  onLeave?: () => void;
}

/**
 * <PayAndBook>: buys the missing credits and books in one step, without a detour through the shop.
 */
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
  user: Booker['user'];
  student: Student | null;
  missing: number;
}

/** The price, and what happens to the spots during the payment. */
export function PayAndBookWords({ user, student, missing }: PayAndBookWordsProps) {
  const price = usePriceInWords(missing);
  const name =
    student === null ? 'your student' : (shortNames(user.students).get(student.id) ?? '');
  return (
    <>
      {price === null ? 'Pay by card' : `Pay ${price} by card`} and {name} is booked. The spot is
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

function priceInWords(credits: number, packages: CreditPackage[]): string {
  const [first] = packages;
  return formatMoney(priceOf(credits, packages), first?.currency);
}
