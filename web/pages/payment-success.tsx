// /payment/success: waits until the payment is confirmed, and shows what it has added.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { PAYMENT_REFRESH_MS } from '../../domain/limits.ts';
import { invoicePath, paths } from '../../domain/paths.ts';
import { shortTransactionId, type Payment } from '../../domain/payment.ts';
import { FamilyActions } from '../account/family-actions.tsx';
import { readNumbers } from '../account/family-numbers.ts';
import { ApiError } from '../api/transport/failures.ts';
import { useLoadAgain, paymentQuery } from '../api/payments.ts';
import { LOADING_PROFILE, profileQuery } from '../api/family.ts';
import { PaidLessons } from '../lessons/paid-lessons.tsx';
import { PaymentFacts } from '../credits/payment-facts.tsx';
import { creditsAdded, describePayment } from '../credits/payment-words.ts';
import { Card } from '../ui/card.tsx';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { FailedState } from '../ui/states.tsx';
import type { ToastMessage } from '../ui/toast.ts';
import { useToastOnce } from '../navigation/use-toast-once.ts';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

export default function PaymentSuccess() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  const hasWaited = useWait();
  const payment = useQuery(paymentQuery(hasWaited ? sessionId : null));
  const isUnknown =
    sessionId === null || (payment.error instanceof ApiError && payment.error.status === 404);
  const status = payment.data?.status;
  useFreshProfile(hasWaited, status);
  useToastOnce(toastFor(payment.data));
  const isSettled = hasWaited && (isUnknown || payment.data !== undefined || payment.isError);
  return (
    <PageFrame
      title={pages[paths.paymentSuccess].title}
      width="narrow"
      actions={<FamilyActions here={paths.userHome} />}
    >
      <PageHeader title={titleFor({ isSettled, isUnknown, payment: payment.data })} />
      <Card className="mt-7 grid gap-6 p-5 sm:p-8">
        <div aria-live="polite" className="grid gap-4">
          {!isSettled && (
            <p className="flex items-center gap-3">
              <Spinner /> Processing your payment…
            </p>
          )}
          {isSettled && isUnknown && (
            <p>
              We can't find this payment. Whatever you have bought is counted in your credits below.
            </p>
          )}
          {isSettled && !isUnknown && payment.data === undefined && (
            <FailedState
              title="Error Loading Payment"
              text="Your payment is safe: its credits are added even when this page cannot look."
              onRetry={payment.refetch}
              busy={payment.isFetching}
            />
          )}
          {payment.data !== undefined && <Outcome {...payment.data} />}
          {sessionId !== null && !(isSettled && isUnknown) && (
            <Transaction sessionId={sessionId} payment={payment.data} />
          )}
        </div>
        {payment.data !== undefined && payment.data.invoice !== null && (
          <TextLink href={invoicePath(payment.data.id)} className="figures justify-self-start py-3">
            Invoice {payment.data.invoice}
          </TextLink>
        )}
        {hasWaited && <Account />}
        <LinkButton href={paths.userHome}>Go to Dashboard</LinkButton>
      </Card>
    </PageFrame>
  );
}

/** The outcome of the payment, including which of its lessons are booked. */
function Outcome({ status, lessons }: Payment) {
  const isBooked = lessons?.some(({ state }) => state === 'booked') ?? false;
  return (
    <>
      {!isBooked && <p>{describePayment(status).text}</p>}
      {lessons !== undefined && <PaidLessons lessons={lessons} isPending={status === 'pending'} />}
    </>
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

/** Refetches profile and lessons after the wait and whenever the payment's status changes. */
function useFreshProfile(hasWaited: boolean, status: Payment['status'] | undefined): void {
  const refresh = useLoadAgain();
  useEffect(() => {
    if (hasWaited) void refresh();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hasWaited, status]);
}

function toastFor(payment: Payment | undefined): ToastMessage | null {
  if (payment?.status === 'paid') {
    return {
      kind: 'success',
      title: 'Payment Successful!',
      description: `${creditsAdded(payment)} added to your account.`,
    };
  }
  if (payment?.status !== 'pending') return null;
  return {
    kind: 'info',
    title: 'Payment Processed',
    description: 'Credits may take a few minutes to appear.',
  };
}

interface Shown {
  readonly isSettled: boolean;
  readonly isUnknown: boolean;
  readonly payment: Payment | undefined;
}

function titleFor({ isSettled, isUnknown, payment }: Shown): string {
  if (payment !== undefined) return describePayment(payment.status).title;
  return isSettled && isUnknown ? 'No payment found' : 'Payment';
}

function Transaction({
  sessionId,
  payment,
}: {
  readonly sessionId: string;
  readonly payment: Payment | undefined;
}) {
  const { credits } = readNumbers(useQuery(profileQuery).data);
  const facts = [{ label: 'Transaction ID', value: shortTransactionId(sessionId) }];
  if (payment !== undefined) {
    facts.push(
      { label: 'Status', value: describePayment(payment.status).status },
      { label: 'Credits added', value: creditsAdded(payment) },
      { label: 'Total credits', value: String(credits ?? '…') },
    );
  }
  return <PaymentFacts facts={facts} />;
}

function Account() {
  const profile = useQuery(profileQuery);
  const { credits, upcoming, attended } = readNumbers(profile.data);
  if (profile.isError && profile.data === undefined) {
    return (
      <FailedState
        title={LOADING_PROFILE.title}
        text={LOADING_PROFILE.text}
        onRetry={profile.refetch}
        busy={profile.isFetching}
      />
    );
  }
  return (
    <section aria-labelledby="account-summary" className="grid gap-3">
      <h2 id="account-summary" className="text-heading">
        Account summary
      </h2>
      <PaymentFacts
        facts={[
          { label: 'Available credits', value: credits ?? '…' },
          { label: 'Upcoming lessons', value: upcoming ?? '…' },
          { label: 'Completed lessons', value: attended ?? '…' },
        ]}
      />
    </section>
  );
}
