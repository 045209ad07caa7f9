// <PaymentList>: a family's payments, newest first, each with its invoice, the lessons booked with
// it, and what can be returned or was.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { invoicePath } from '../../../../domain/paths.ts';
import { creditCount, formatMoney } from '../../../../domain/payments/credits.ts';
import type { FamilyPayment } from '../../../../domain/payments/refund.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate, ukDate } from '../../../../domain/time.ts';
import { LOADING_PAYMENTS, paymentsQuery } from '../../../data/family.ts';
import { useDialogParam } from '../../../navigation/use-dialog-param.ts';
import { loadFailure } from '../../../transport/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/hooks/hooks.ts';
import { TextLink } from '../../../ui/link-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { isReturnable, offerWords, refundWords } from '../../return-words.ts';
import { chipNames, describeLesson, dialogOf } from './ledger-words.ts';

const ReturnDialog = lazy(() => import('./return-dialog.tsx'));

const rowId = (paymentId: string): string => `payment-${paymentId}`;

interface PaymentListProps {
  students: readonly Pick<Student, 'id' | 'Student_Name'>[];
}

export function PaymentList({ students }: PaymentListProps) {
  const query = useQuery(paymentsQuery);
  const dialog = useDialogParam('return');
  const now = useNow();
  const returned = query.data?.find(({ id }) => id === dialog.value);
  return (
    <Loaded
      query={query}
      noun="your payments"
      rows={2}
      {...loadFailure(LOADING_PAYMENTS)}
      empty={<p className="text-pencil">Nothing has been paid yet.</p>}
    >
      {(payments) => {
        const names = chipNames(
          students,
          payments.flatMap(({ lessons }) => lessons),
        );
        return (
          <>
            <ul className="-mt-3 divide-y divide-line">
              {payments.map((payment) => (
                <PaymentRow
                  key={payment.id}
                  payment={payment}
                  names={names}
                  now={now}
                  onReturn={dialog.open}
                />
              ))}
            </ul>
            {returned !== undefined && (
              <Suspense fallback={null}>
                <ReturnDialog
                  payment={returned}
                  onClose={dialog.close}
                  nextFocus={() => document.getElementById(rowId(returned.id))}
                />
              </Suspense>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

interface PaymentRowProps {
  payment: FamilyPayment;
  names: ReadonlyMap<string, string>;
  now: number;
  onReturn: (id: string) => void;
}

function PaymentRow({ payment, names, now, onReturn }: PaymentRowProps) {
  const { id, invoice, status, credits, paid, currency, issued_at, lessons } = payment;
  const date = ukDate(Date.parse(issued_at));
  const today = ukDate(now);
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <span className="figures">
          <span className="font-bold">
            {formatMoney(paid, currency)} for {creditCount(credits)}
          </span>
          <time dateTime={issued_at} className="block text-sm text-pencil">
            {formatDate(date, 'short')} {date.slice(0, 4)}
            {status === 'refunded' && ', paid back'}
          </time>
        </span>
        <TextLink href={invoicePath(id)} className="figures min-h-12 py-3">
          Invoice {invoice}
        </TextLink>
      </div>
      {lessons.length > 0 && (
        <ul aria-label="Booked with it" className="pb-1.5 leading-snug wrap-anywhere">
          {lessons.map((lesson) => {
            const link = dialogOf(lesson, today);
            const words = describeLesson(lesson);
            return (
              <li key={`${lesson.Lesson_Date} ${words} ${lesson.Student_ID}`} className="py-1">
                <StudentChip name={names.get(lesson.Student_ID) ?? null} />
                {link === null ? (
                  words
                ) : (
                  <TextLink href={link} className="-my-2 font-normal">
                    {words}
                  </TextLink>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <Returns payment={payment} now={now} onReturn={onReturn} />
    </li>
  );
}

/** What was returned of a payment, and what still can be. */
function Returns({ payment, now, onReturn }: Omit<PaymentRowProps, 'names'>) {
  const { id, status, paid, currency, refunds } = payment;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1.5 pb-1.5 leading-snug">
      <div
        id={rowId(id)}
        tabIndex={-1}
        aria-live="polite"
        className="figures min-w-0 flex-1 basis-60 rounded-sm outline-offset-4"
      >
        {refunds.map((refund) => (
          <p key={`${refund.id} ${refund.created_at}`} className="py-0.5 font-bold">
            {refundWords(refund, currency, now)}
          </p>
        ))}
        {paid > 0 && status === 'paid' && (
          <p className="py-0.5 text-note text-pencil">{offerWords(payment, now)}</p>
        )}
      </div>
      {isReturnable(payment, now) && (
        <Button variant="secondary" onClick={() => onReturn(id)}>
          Return credits
        </Button>
      )}
    </div>
  );
}

/**
 * <StudentChip>: for which student, before a lesson's name: 'Leila: A-level: Particles'. Nothing
 * for a family with one student, whose name is null.
 */
export function StudentChip({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <>
      <span className="mb-1 inline-block rounded-full border border-rule bg-wash px-2.5 text-note leading-snug font-bold">
        {name}
        <span className="sr-only">:</span>
      </span>{' '}
    </>
  );
}
