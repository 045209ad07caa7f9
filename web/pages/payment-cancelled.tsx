// /payment/cancelled: nothing was charged, and what to do next.
import { useSearchParams } from 'react-router';

import { formatMoney } from '../../domain/credits.ts';
import { lessonPath, paths } from '../../domain/paths.ts';
import { shortTransactionId } from '../../domain/payment.ts';
import { FamilyActions } from '../account/family-actions.tsx';
import { useEndCheckout } from '../api/payments.ts';
import { useSite } from '../content/site-context.ts';
import { PaymentFacts } from '../credits/payment-facts.tsx';
import { Card } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useToastOnce } from '../navigation/use-toast-once.ts';
import { PageFrame } from './page-frame.tsx';
import { pages } from './pages.ts';

const SUBJECT = 'Help with a payment';

export default function PaymentCancelled() {
  const { contact } = useSite();
  const [search] = useSearchParams();
  const sessionId = search.get('session_id');
  useEndCheckout();
  const [monday, lessonId] = [search.get('week'), search.get('lesson')];
  const back = monday === null || lessonId === null ? paths.userHome : lessonPath(monday, lessonId);
  useToastOnce({ kind: 'info', title: 'Payment Cancelled', description: 'No charges were made.' });
  const session =
    sessionId === null ? [] : [{ label: 'Session ID', value: shortTransactionId(sessionId) }];
  return (
    <PageFrame
      title={pages[paths.paymentCancelled].title}
      width="narrow"
      actions={<FamilyActions here={paths.userHome} />}
    >
      <PageHeader
        title="Payment Cancelled"
        text="You left the payment page before paying. No charges were made."
      />
      <Card className="mt-7 grid gap-6 p-5 sm:p-8">
        <PaymentFacts facts={[...session, { label: 'Amount charged', value: formatMoney(0) }]} />
        <section aria-labelledby="what-happened" className="grid gap-2">
          <h2 id="what-happened" className="text-heading">
            What this means
          </h2>
          <ul className="list-disc space-y-1 pl-5 marker:text-signal">
            <li>Your card was not charged.</li>
            <li>No credits were added, and those you had are still there.</li>
            <li>Your booked lessons stay booked.</li>
            {lessonId !== null && <li>The spot that was reserved for you is open to all again.</li>}
            <li>You can try again whenever you like.</li>
          </ul>
        </section>
        <div className="grid gap-3">
          <LinkButton href={back}>Try Payment Again</LinkButton>
          <LinkButton variant="secondary" href={paths.userHome}>
            Go to Dashboard
          </LinkButton>
          <LinkButton
            variant="quiet"
            href={`mailto:${contact.email}?subject=${encodeURIComponent(SUBJECT)}`}
          >
            Contact Support
          </LinkButton>
        </div>
      </Card>
    </PageFrame>
  );
}
