// <ComparisonLine>: in one line of the dashboard, whether the payments here are those at the
// provider; the page of payments has the rest.
import { paths } from '../../../domain/paths.ts';
import { matchedWords, type Reconciliation } from '../../../domain/payments/reconciliation.ts';
import { Card } from '../../ui/card.tsx';
import { When } from '../../ui/dates/when.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { ComparisonSection } from '../comparison-section.tsx';

export default function ComparisonLine() {
  return (
    <ComparisonSection rowClassName="h-14 w-full">
      {(reconciliation) => <Line reconciliation={reconciliation} />}
    </ComparisonSection>
  );
}

function Line({ reconciliation }: { reconciliation: Reconciliation }) {
  const { checked_at, failed_at, differences, open_inquiries: inquiries } = reconciliation;
  const count = differences.length;
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 px-4 py-1.5 leading-snug sm:px-6">
      <p className="figures py-1.5">
        {checked_at === null ? (
          'Not yet checked against Stripe.'
        ) : (
          <>
            <span className="font-bold">{matchedWords(reconciliation)}</span> on{' '}
            <When at={checked_at} />.
          </>
        )}
        {failed_at !== null && (
          <span className="text-caution">
            {' '}
            Stripe did not answer on <When at={failed_at} />.
          </span>
        )}
        {inquiries > 0 && (
          <span className="text-caution">
            {` ${inquiries === 1 ? 'A bank asks about a payment' : `Banks ask about ${inquiries} payments`}.`}
          </span>
        )}
      </p>
      <TextLink href={paths.adminPayments} className="min-h-11 py-2.5">
        {count === 0
          ? 'See all payments'
          : `See the ${count === 1 ? 'difference' : `${count} differences`}`}
      </TextLink>
    </Card>
  );
}
