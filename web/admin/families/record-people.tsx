// <RecordPeople>: a family's parents with their contact details, and its students with their
// permissions. <FamilyPayments>: its payments, each with its receipt to send again.
import { useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { AdminPayment } from '../../../domain/payments/tutor-payment.ts';
import type { NewStudent } from '../../../domain/people/student-rules.ts';
import type { Student } from '../../../domain/people/student.ts';
import { yearWords } from '../../../domain/school-year.ts';
import { formatInstant } from '../../../domain/time.ts';
import type { FamilyRecord } from '../../../domain/tutor/family-record.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { When } from '../../ui/dates/when.tsx';
import { PaymentRows } from '../payment-rows.tsx';

/** What is shown beside a student's name: every other detail that a parent enters. */
const details: Readonly<
  Record<Exclude<keyof NewStudent, 'Student_Name'>, (student: Student) => string>
> = { year_class: yearWords };
const detailsOf = (student: Student) =>
  Object.values(details)
    .map((wordsOf) => wordsOf(student))
    .filter((words) => words !== '')
    .join(', ');

export function RecordPeople({ record }: { record: FamilyRecord }) {
  const { student: account, parents, students, bounced_emails: bounced } = record;
  const bouncedAt = (address: string) => bounced.find(({ email }) => email === address);
  return (
    <Card className="grid gap-x-10 gap-y-5 px-5 py-4 sm:grid-cols-2">
      <section aria-labelledby="parents" className="min-w-0">
        <h2 id="parents" className="mb-1 font-sans text-base font-bold text-pencil">
          {parents.length === 1 ? 'Parent' : 'Parents'}
        </h2>
        <ul className="grid gap-3">
          {parents.map(({ id, name, email, phone, is_owner }) => (
            <li key={id}>
              <p className="flex flex-wrap items-center gap-x-2 leading-snug">
                <span className="font-bold wrap-anywhere">{name}</span>
                {is_owner && parents.length > 1 && <Badge>Account owner</Badge>}
              </p>
              <p className="flex flex-wrap gap-x-6">
                <EmailLink address={email} />
                <PhoneLink number={phone} />
              </p>
              <Bounced bounced={bouncedAt(email)} />
            </li>
          ))}
        </ul>
        <p className="text-note text-pencil">
          Joined <When at={account.created_at} />
        </p>
      </section>
      <section aria-labelledby="students" className="min-w-0">
        <h2 id="students" className="mb-1 font-sans text-base font-bold text-pencil">
          {students.length === 1 ? 'Student' : 'Students'}
        </h2>
        <ul className="grid gap-3">
          {students.map(({ sign_in, ...student }) => (
            <li key={student.id} className="leading-snug">
              <p>
                <span className="font-bold wrap-anywhere">{student.Student_Name}</span>{' '}
                <span className="block text-pencil">{detailsOf(student)}</span>
              </p>
              {sign_in === null ? (
                <p className="text-pencil">No sign-in</p>
              ) : (
                <p>
                  Signs in with <span className="wrap-anywhere">{sign_in.email}</span>
                  <span className="block text-pencil">
                    {student.may_book ? 'May book and cancel' : 'A parent books and cancels'}
                  </span>
                </p>
              )}
              <Bounced bounced={bouncedAt(sign_in?.email ?? '')} />
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

/** Shown beneath a bounced address: since when it bounces, and the reply of its mail server. */
function Bounced({ bounced }: { bounced: FamilyRecord['bounced_emails'][number] | undefined }) {
  if (bounced === undefined) return null;
  return (
    <div className="mt-1 mb-2 border-l-4 border-negative pl-3 leading-snug">
      <p className="font-bold">Emails to this address do not arrive</p>
      <p className="text-note text-pencil wrap-anywhere">
        <When at={bounced.at} />: {bounced.reason}
      </p>
    </div>
  );
}

/**
 * <FamilyPayments>: the payments of one family in its record, each with its receipt to send again.
 */
export function FamilyPayments({ payments }: { payments: AdminPayment[] }) {
  if (payments.length === 0) return <p className="text-pencil">None yet.</p>;
  return <PaymentRows payments={payments} actions={receiptButton} />;
}

const receiptButton = ({ id, invoice, created_at }: AdminPayment) =>
  invoice !== null && <ReceiptButton id={id} of={formatInstant(created_at)} />;

function ReceiptButton({ id, of }: { id: string; of: string }) {
  // Sends the receipt of a completed payment again.
  const resend = useMutation({
    meta: failing('Error sending receipt', 'Failed to send the receipt. Please try again.'),
    retry: false,
    mutationFn: ({ paymentId }: { paymentId: string }) =>
      call(endpoints.resendReceipt, { params: { id: paymentId } }),
    onSuccess: () => reportSuccess('Receipt sent', 'The receipt is on its way to the parent.'),
  });
  return (
    <Button
      variant="quiet"
      // Aligns its text, rather than its edge, with the rows around it.
      size="flush"
      busy={resend.isPending}
      aria-label={`Resend receipt of ${of}`}
      onClick={() => resend.mutate({ paymentId: id })}
    >
      Resend receipt
    </Button>
  );
}
