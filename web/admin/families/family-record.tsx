// <FamilyRecordView>: the tutor's view of a family: how its balance came about, people, ledger,
// lessons and payments.
import { useState, type ReactNode } from 'react';

import { creditCount, formatMoney } from '../../../domain/credits.ts';
import type { BookedLesson, FamilyRecord } from '../../../domain/family-record.ts';
import { formatDate, formatInstant, shortTime } from '../../../domain/time.ts';
import { invoicePath } from '../../../domain/paths.ts';
import { useResendReceipt } from '../../api/payments.ts';
import { Button } from '../../ui/button.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { AdjustCredits } from './adjust-credits.tsx';
import { balanceWords } from './balance-words.ts';
import { Ledger } from './ledger.tsx';
import { RecordPeople } from './record-people.tsx';

export function FamilyRecordView({ record }: { readonly record: FamilyRecord }) {
  const { students, upcoming, past, entries, payments } = record;
  const isOfSeveral = students.length > 1;
  return (
    <div className="grid gap-8">
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Balance record={record} />
        <RecordPeople record={record} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Part title="Ledger" id="ledger">
          <Ledger entries={entries} />
        </Part>
        <div className="grid gap-8">
          <Part title="Upcoming lessons">
            <Lessons lessons={upcoming} isOfSeveral={isOfSeveral} empty="Nothing is booked." />
          </Part>
          <Part title="Past lessons">
            <Lessons lessons={past} isOfSeveral={isOfSeveral} empty="None yet." />
          </Part>
        </div>
      </div>
      <Part title="Payments">
        {payments.length === 0 ? (
          <p className="text-pencil">None yet.</p>
        ) : (
          <Card className="">
            <ul>
              {payments.map((payment) => (
                <li
                  key={payment.id}
                  className="flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line px-4 py-2 last:border-b-0 sm:px-6"
                >
                  <span className="figures max-sm:basis-full">
                    {formatInstant(payment.created_at)}
                  </span>
                  <span className="figures flex-1 font-bold">
                    {creditCount(payment.credits)}, {formatMoney(payment.amount, payment.currency)}
                  </span>
                  <Badge tone={payment.status === 'paid' ? 'positive' : 'plain'}>
                    {payment.status}
                  </Badge>
                  {payment.invoice !== null && (
                    <>
                      <TextLink
                        href={invoicePath(payment.id, 'admin')}
                        className="figures min-h-12 py-3"
                      >
                        Invoice {payment.invoice}
                      </TextLink>
                      <ReceiptButton id={payment.id} of={formatInstant(payment.created_at)} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        )}
      </Part>
    </div>
  );
}

/** The balance and how it came about; the ledger beside it has every change. */
function Balance({ record }: { readonly record: FamilyRecord }) {
  const { student: account, past, entries } = record;
  const { Credits: credits, Lessons_Attended: attended, Lessons_Booked: booked } = account;
  const [isAdjusting, setAdjusting] = useState(false);
  return (
    <Card className="overflow-hidden">
      <div className="ruler opacity-40" aria-hidden="true" />
      <section aria-label="Balance" className="grid gap-3 px-5 pt-3 pb-4">
        <div>
          <p className="figures font-display text-4xl leading-tight font-semibold">
            {creditCount(credits)}
          </p>
          <p>
            <TextLink href="#ledger" className="figures">
              {balanceWords(entries, credits)}
            </TextLink>
          </p>
          <p className="figures text-[0.9375rem] text-pencil">
            {attended} attended, {booked} booked
          </p>
        </div>
        <Button
          variant="secondary"
          className="justify-self-start"
          aria-expanded={isAdjusting}
          onClick={() => setAdjusting(!isAdjusting)}
        >
          Give or take credits
        </Button>
        {isAdjusting && (
          <AdjustCredits
            account={account}
            entries={entries}
            hadLessons={attended > 0 || past.length > 0}
          />
        )}
      </section>
    </Card>
  );
}

interface PartProps {
  readonly title: string;
  readonly id?: string;
  readonly children: ReactNode;
}

function Part({ title, id, children }: PartProps) {
  return (
    <section id={id} className="grid min-w-0 gap-3">
      <h2 className="text-heading">{title}</h2>
      {children}
    </section>
  );
}

interface LessonsProps {
  readonly lessons: readonly BookedLesson[];
  /** If true, each lesson names its student. */
  readonly isOfSeveral: boolean;
  readonly empty: string;
}

function Lessons({ lessons, isOfSeveral, empty }: LessonsProps) {
  if (lessons.length === 0) return <p className="text-pencil">{empty}</p>;
  return (
    <Card className="">
      <ul>
        {lessons.map((lesson) => (
          <li
            key={lesson.booking_id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line px-4 py-2.5 last:border-b-0"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">
              {lesson.Lesson_Name}
              {isOfSeveral && (
                <span className="block leading-snug font-bold">{lesson.Student_Name}</span>
              )}
            </span>
            <span className="figures text-pencil">
              {formatDate(lesson.Lesson_Date, 'short')} {shortTime(lesson.Lesson_Time)}
            </span>
            {lesson.absent && <Badge tone="caution">Absent, credit returned</Badge>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function ReceiptButton({ id, of }: { readonly id: string; readonly of: string }) {
  const resend = useResendReceipt();
  return (
    <Button
      variant="quiet"
      // Aligns its text, rather than its edge, with the rows around it.
      className="max-sm:px-0! sm:-mr-5"
      busy={resend.isPending}
      aria-label={`Resend receipt of ${of}`}
      onClick={() => resend.mutate({ paymentId: id })}
    >
      Resend receipt
    </Button>
  );
}
