// /account/payments: a family's payments with their invoices, and where each credit went.
import { paths } from '../../domain/paths.ts';
import { Section } from '../account/section.tsx';
import { paymentsQuery } from '../api/invoices.ts';
import { startQuery } from '../api/transport/query-client.ts';
import { useSession } from '../api/transport/session.ts';
import { CreditHistory } from '../credits/credit-history.tsx';
import { PaymentList } from '../credits/payment-list.tsx';
import { AccountFrame } from './account-frame.tsx';

export function start(): void {
  startQuery(paymentsQuery);
}

export default function AccountPayments() {
  const students = useSession('family')?.user.students ?? [];
  return (
    <AccountFrame here={paths.accountPayments}>
      <Section
        id="payments"
        title="Payments"
        text="What you have paid by card, each with an invoice to print or keep."
      >
        <PaymentList />
      </Section>
      <Section
        id="credits"
        title="Credit history"
        text="Each credit you bought, spent or got back, with your balance after it."
      >
        <CreditHistory students={students} />
      </Section>
    </AccountFrame>
  );
}
