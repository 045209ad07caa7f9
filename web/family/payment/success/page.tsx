// /payment/success: waits until the payment is confirmed, and shows what it has booked and added.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { invoicePath, paths } from '../../../../domain/paths.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import {
  type Payment,
  shortTransactionId,
  PAYMENT_REFRESH_MS,
} from '../../../../domain/payments/payment.ts';
import { RETURN_DAYS } from '../../../../domain/payments/refund.ts';
import { ukDate } from '../../../../domain/time.ts';
import { readNumbers, LOADING_PROFILE, profileQuery } from '../../../data/family.ts';
import { FamilyActions } from '../../../frames/family-actions.tsx';
import { PageFrame } from '../../../frames/page-frame.tsx';
import { pages } from '../../../pages.ts';
import { ApiError } from '../../../transport/failures.ts';
import { useSession } from '../../../transport/session.ts';
import { Spinner } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TileSkeleton } from '../../../ui/dates/dates.tsx';
import { LinkButton, TextLink, MarkedLink } from '../../../ui/link-button.tsx';
import { Skeleton, FailedState } from '../../../ui/loaded.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import {
  paymentQuery,
  useLoadAgain,
  PaymentFacts,
  creditsAdded,
  describePayment,
  paidWords,
  SupportLink,
  UnpaidPart,
} from '../payment-parts.tsx';
import { PaidLessons, whoIsIn } from './paid-lessons.tsx';

export default function PaymentSuccess() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  const hasWaited = useWait();
  const payment = useQuery(paymentQuery(sessionId));
  const session = useSession('family');
  const profile = useQuery(profileQuery);
  const { data } = payment;
  const isUnknown =
    sessionId === null || (payment.error instanceof ApiError && payment.error.status === 404);
  // A payment that the bank has decided on needs no wait.
  const isDecided = data !== undefined && data.status !== 'pending';
  const isSettled =
    isDecided || (hasWaited && (isUnknown || data !== undefined || payment.isError));
  useFreshProfile(isSettled, data?.status);
  const answer = isSettled ? data : undefined;
  const students = (profile.data ?? session)?.user.students ?? [];
  const isUnpaid = answer?.status === 'failed' || answer?.status === 'expired';
  return (
    <PageFrame title={pages[paths.paymentSuccess].title} width="narrow" actions={<FamilyActions />}>
      <div aria-live="polite" className="grid grid-cols-1 gap-6">
        {answer === undefined ? (
          <PageHeader title={isSettled && isUnknown ? 'No payment found' : 'Payment'} />
        ) : (
          <PageHeader {...headingFor(answer, whoIsIn(answer.lessons ?? [], students))} />
        )}
        {!isSettled && <WaitingForStripe />}
        {isSettled && isUnknown && (
          <Card className="grid grid-cols-1 gap-6 p-5 sm:p-8">
            <p>
              We can't find this payment. Whatever you have bought is counted in your credits below.
            </p>
            <LinkButton href={paths.familyHome}>Go to Dashboard</LinkButton>
          </Card>
        )}
        {isSettled && !isUnknown && data === undefined && (
          <FailedState
            title="Error loading payment"
            text="Your payment is safe: its credits are added even if this page cannot show them."
            onRetry={payment.refetch}
            busy={payment.isFetching}
          />
        )}
        {answer !== undefined && (
          <Card className="grid grid-cols-1 gap-6 p-5 sm:p-8">
            {isUnpaid ? <UnpaidPart lesson={lessonOf(answer)} /> : <Outcome {...answer} />}
          </Card>
        )}
      </div>
      {isSettled && (
        <Receipt sessionId={isUnknown ? null : sessionId} payment={answer} isPaid={!isUnpaid} />
      )}
    </PageFrame>
  );
}

/** The first lesson of a payment that was not made; null if it was for credits alone. */
function lessonOf({ lessons }: Payment) {
  const [lesson] = lessons ?? [];
  return lesson === undefined
    ? null
    : { id: lesson.Lesson_ID, date: ukDate(Date.parse(lesson.Lesson_Starts_At)) };
}

function headingFor({ status, credits, lessons }: Payment, isIn: string | null) {
  const { title, text } = describePayment(status);
  if (isIn !== null) return { title: isIn };
  if (status !== 'paid') return { title, text };
  return lessons === undefined
    ? {
        title: `${creditCount(credits)} ${credits === 1 ? 'is' : 'are'} yours`,
        text: 'Each books 1 lesson for any student of your family, and comes back if you cancel in time.',
      }
    : { title: 'Your credits are ready to use' };
}

/** The lessons that are booked, or what the credits are for. */
function Outcome({ status, lessons, clashes }: Payment) {
  return (
    <>
      {lessons !== undefined && (
        <PaidLessons lessons={lessons} clashes={clashes ?? []} isPending={status === 'pending'} />
      )}
      {lessons === undefined && status === 'paid' && (
        <LinkButton href={paths.familyHome}>Choose a lesson</LinkButton>
      )}
      <LinkButton
        variant={lessons === undefined && status === 'paid' ? 'secondary' : 'primary'}
        href={paths.familyHome}
      >
        Go to Dashboard
      </LinkButton>
    </>
  );
}

/** Waits for the payment, in a card as tall as a booked lesson. */
function WaitingForStripe() {
  return (
    <Card className="grid grid-cols-1 gap-6 p-5 sm:p-8">
      <p className="flex items-center gap-3">
        <Spinner /> Processing your payment…
      </p>
      <TileSkeleton />
      <Skeleton className="h-11 w-40" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-11 w-full" />
    </Card>
  );
}

/** Whether the provider's usual confirmation time has passed. */
function useWait(): boolean {
  const [hasWaited, setWaited] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PAYMENT_REFRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  return hasWaited;
}

/** Refetches profile and lessons once the payment is settled and whenever its status changes. */
function useFreshProfile(isSettled: boolean, status: Payment['status'] | undefined): void {
  const refresh = useLoadAgain();
  useEffect(() => {
    if (isSettled) void refresh();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isSettled, status]);
}

interface ReceiptProps {
  /** Null if there is no such payment. */
  sessionId: string | null;
  payment: Payment | undefined;
  /** Whether it is paid, or may be. */
  isPaid: boolean;
}

/** What was paid and what the account has now, quietly below everything else. */
function Receipt({ sessionId, payment, isPaid }: ReceiptProps) {
  const profile = useQuery(profileQuery);
  const { credits, upcoming, attended } = readNumbers(profile.data);
  const words = payment === undefined ? null : describePayment(payment.status);
  return (
    <section aria-labelledby="receipt" className="mt-6 grid gap-3 text-note wrap-anywhere">
      <h2 id="receipt" className="font-sans text-base font-bold">
        {payment?.status === 'paid' ? words?.title : 'Receipt'}
      </h2>
      {payment?.status === 'paid' && (
        <p className="text-pencil">
          {paidWords(payment)} {creditsAdded(payment)} added to your account.{' '}
          {payment.invoice !== null && (
            <TextLink href={invoicePath(payment.id)} className="figures inline!">
              Invoice {payment.invoice}
            </TextLink>
          )}
        </p>
      )}
      {payment?.status === 'paid' && payment.paid !== 0 && (
        <p className="text-pencil">
          Credits that you have not used can be returned within {RETURN_DAYS} days under{' '}
          <MarkedLink href={paths.accountPayments} mark="." className="inline!">
            {pages[paths.accountPayments].title}
          </MarkedLink>
        </p>
      )}
      {sessionId !== null && (
        <PaymentFacts
          facts={[
            { label: 'Transaction ID', value: shortTransactionId(sessionId) },
            ...(payment === undefined || words === null
              ? []
              : [
                  { label: 'Status', value: words.status },
                  { label: 'Credits added', value: creditsAdded(payment) },
                  { label: 'Total credits', value: String(credits ?? '…') },
                ]),
          ]}
        />
      )}
      {profile.isError && profile.data === undefined ? (
        <FailedState
          title={LOADING_PROFILE.title}
          text={LOADING_PROFILE.text}
          onRetry={profile.refetch}
          busy={profile.isFetching}
        />
      ) : (
        <>
          <h3 className="mt-2 font-sans text-base font-bold">Account summary</h3>
          <PaymentFacts
            facts={[
              { label: 'Available credits', value: credits ?? '…' },
              { label: 'Upcoming lessons', value: upcoming ?? '…' },
              { label: 'Completed lessons', value: attended ?? '…' },
            ]}
          />
        </>
      )}
      {!isPaid && <SupportLink />}
    </section>
  );
}
