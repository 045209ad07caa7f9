// /payment/cancelled: nothing was charged, what happened to the lesson, and what to do next.
import { useSearchParams } from 'react-router';

import { paths } from '../../../../domain/paths.ts';
import { formatMoney } from '../../../../domain/payments/credits.ts';
import { shortTransactionId } from '../../../../domain/payments/payment.ts';
import { isCalendarDate } from '../../../../domain/time.ts';
import { FamilyActions } from '../../../frames/family-actions.tsx';
import { PageFrame } from '../../../frames/page-frame.tsx';
import { pages } from '../../../pages.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import {
  useEndCheckout,
  PaymentFacts,
  NOTHING_CHARGED,
  SupportLink,
  UnpaidPart,
} from '../payment-parts.tsx';

export default function PaymentCancelled() {
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  useEndCheckout();
  const [date, id] = [search.get('week'), search.get('lesson')];
  const lesson = date !== null && isCalendarDate(date) && id !== null ? { id, date } : null;
  const session =
    sessionId === null ? [] : [{ label: 'Session ID', value: shortTransactionId(sessionId) }];
  return (
    <PageFrame
      title={pages[paths.paymentCancelled].title}
      width="narrow"
      actions={<FamilyActions />}
    >
      <div aria-live="polite">
        <PageHeader
          title={NOTHING_CHARGED}
          text="Payment Cancelled: you left the payment page before paying."
        />
      </div>
      <Card className="mt-6 grid gap-6 p-5 sm:p-8">
        <UnpaidPart lesson={lesson} />
      </Card>
      <section aria-labelledby="what-happened" className="mt-6 grid gap-3 text-note">
        <h2 id="what-happened" className="font-sans text-base font-bold">
          What this means
        </h2>
        <ul className="list-disc space-y-1 pl-5 marker:text-signal">
          <li>No credits were added, and those you had are still there.</li>
          <li>Your booked lessons stay booked.</li>
          {lesson !== null && <li>The spot that was reserved for you is open to all again.</li>}
          <li>You can try again whenever you like.</li>
        </ul>
        <PaymentFacts facts={[...session, { label: 'Amount charged', value: formatMoney(0) }]} />
        <SupportLink />
      </section>
    </PageFrame>
  );
}
