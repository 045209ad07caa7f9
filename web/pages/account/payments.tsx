// /account/payments: a family's payments with their invoices, and where each credit went.
import { useQuery } from '@tanstack/react-query';

import { paths } from '../../../domain/paths.ts';
import { RETURN_DAYS } from '../../../domain/payments/payment-limits.ts';
import { profileQuery } from '../../api/families/family.ts';
import { paymentsQuery } from '../../api/payments/invoices.ts';
import { startQuery } from '../../api/transport/query-client.ts';
import { readSession } from '../../api/transport/session.ts';
import { CreditHistory } from '../../credits/credit-history.tsx';
import { PaymentList } from '../../credits/payment-list.tsx';
import { AccountFrame } from '../../frames/account-frame.tsx';
import { Section } from '../../frames/section.tsx';

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
