// /payment/cancelled: nothing was charged, and what to do next.
import { useSearchParams } from 'react-router';

import { formatMoney } from '../../domain/credits.ts';
import { paths } from '../../domain/paths.ts';
import { shortTransactionId } from '../../domain/payment.ts';
import { contact } from '../content/tutor.ts';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageFrame } from './page-frame.tsx';

export default function PaymentCancelled() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  return (
    <PageFrame title="Payment Cancelled" width="narrow">
      <PageHeader title="Payment Cancelled" text="No charges were made." />
      <Card className="mt-7 grid gap-4 p-5 sm:p-8">
        {sessionId !== null && <p>Session: {shortTransactionId(sessionId)}</p>}
        <p>Amount charged: {formatMoney(0)}</p>
        <LinkButton href={paths.userHome}>Try Payment Again</LinkButton>
        <LinkButton variant="secondary" href={paths.userHome}>
          Go to Dashboard
        </LinkButton>
        <LinkButton variant="quiet" href={`mailto:${contact.email}`}>
          Contact support
        </LinkButton>
      </Card>
    </PageFrame>
  );
}
