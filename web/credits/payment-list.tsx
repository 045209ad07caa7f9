// <PaymentList>: a family's payments, newest first, each with its invoice and the lessons booked
// with it.
import { useQuery } from '@tanstack/react-query';

import { creditCount, formatMoney } from '../../domain/credits.ts';
import type { InvoicedPayment } from '../../domain/invoice.ts';
import { invoicePath } from '../../domain/paths.ts';
import type { Student } from '../../domain/student.ts';
import { formatDate, ukDate } from '../../domain/time.ts';
import { LOADING_PAYMENTS, paymentsQuery } from '../api/invoices.ts';
import { describeFailure } from '../api/transport/query-client.ts';
import { TextLink } from '../ui/link-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { useNow } from '../ui/use-now.ts';
import { chipNames, describeLesson, dialogOf } from './ledger-words.ts';
import { StudentChip } from './student-chip.tsx';

interface PaymentListProps {
  readonly students: readonly Pick<Student, 'id' | 'Student_Name'>[];
}

export function PaymentList({ students }: PaymentListProps) {
  return (
    <Loaded
      query={useQuery(paymentsQuery)}
      label="Loading your payments"
      rows={2}
      failure={LOADING_PAYMENTS.title}
      explain={(error) => describeFailure(error, LOADING_PAYMENTS).description}
      empty={<p className="text-pencil">Nothing has been paid yet.</p>}
    >
      {(payments) => {
        const names = chipNames(
          students,
          payments.flatMap(({ lessons }) => lessons),
        );
        return (
          <ul className="-mt-3 divide-y divide-line">
            {payments.map((payment) => (
              <PaymentRow key={payment.id} payment={payment} names={names} />
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}

interface PaymentRowProps {
  readonly payment: InvoicedPayment;
  readonly names: ReadonlyMap<string, string>;
}

function PaymentRow({ payment, names }: PaymentRowProps) {
  const { id, invoice, status, credits, paid, currency, issued_at, lessons } = payment;
  const date = ukDate(Date.parse(issued_at));
  const today = ukDate(useNow());
  return (
    <li className="py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-5">
        <span className="figures">
          <span className="font-bold">
            {formatMoney(paid, currency)} for {creditCount(credits)}
          </span>
          <time dateTime={issued_at} className="block text-sm text-pencil">
            {formatDate(date, 'short')} {date.slice(0, 4)}
            {status === 'refunded' && ', refunded'}
          </time>
        </span>
        <TextLink href={invoicePath(id)} className="figures min-h-12 py-3">
          Invoice {invoice}
        </TextLink>
      </div>
      {lessons.length > 0 && (
        <ul aria-label="Booked with it" className="pb-1.5 leading-snug [overflow-wrap:anywhere]">
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
    </li>
  );
}
