// /account/payments: a family's payments with their invoices, and where each credit went.
import { useQuery } from '@tanstack/react-query';

import { paths } from '../../../../domain/paths.ts';
import { RETURN_DAYS } from '../../../../domain/payments/payment-limits.ts';
import { profileQuery } from '../../../data/family.ts';
import { paymentsQuery } from '../../../data/invoices.ts';
import { Section } from '../../../frames/section.tsx';
import { startQuery } from '../../../transport/query-client.ts';
import { readSession } from '../../../transport/session.ts';
import { AccountFrame } from '../frame.tsx';
import { CreditHistory } from './credit-history.tsx';
import { PaymentList } from './payment-list.tsx';

export function start(): void {
  // A student is redirected.
  if (readSession('family')?.user.role !== 'parent') return;
  startQuery(profileQuery);
  startQuery(paymentsQuery);
}

export default function AccountPayments() {
  const students = useQuery(profileQuery).data?.user.students ?? [];
  return (
    <AccountFrame here={paths.accountPayments}>
      <Section
        id="payments"
        title="Payments"
        text={`What you have paid by card, each with an invoice to print or keep. Within ${RETURN_DAYS} days you can return the credits that you have not used.`}
      >
        <PaymentList students={students} />
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
