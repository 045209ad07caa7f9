// /payment/success: waits for the payment to be confirmed and shows what it has added.
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { PAYMENT_REFRESH_MS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { shortTransactionId } from '../../domain/payment.ts';
import { usePayment, useProfile, useProfileRefresh } from '../api/queries.ts';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { PageFrame } from './page-frame.tsx';

export default function PaymentSuccess() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  const [waited, setWaited] = useState(false);
  const payment = usePayment(waited ? sessionId : null);
  const profile = useProfile();
  const refreshProfile = useProfileRefresh();
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), PAYMENT_REFRESH_MS);
    return () => clearTimeout(timer);
  }, []);
  const status = payment.data?.status;
  useEffect(() => {
    if (waited) void refreshProfile();
    // The profile is loaded again after the wait and whenever the payment has moved on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [waited, status]);
  return (
    <PageFrame title="Payment" width="narrow">
      <PageHeader title={status === 'paid' ? 'Payment Successful!' : 'Payment Processed'} />
      <Card className="mt-7 grid gap-3 p-5 sm:p-8">
        {!waited && (
          <output className="flex items-center gap-3">
            <Spinner /> Processing your payment…
          </output>
        )}
        {sessionId !== null && <p>Transaction: {shortTransactionId(sessionId)}</p>}
        {status === 'paid' && <p>Status: Completed</p>}
        {payment.data !== undefined && <p>Credits added: {payment.data.credits}</p>}
        <p>Total credits: {profile.data?.user.Credits}</p>
        <LinkButton href={paths.userHome}>Go to Dashboard</LinkButton>
      </Card>
    </PageFrame>
  );
}
