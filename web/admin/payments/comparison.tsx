// <Comparison>: whether the payments here are those at the provider, and what to do about those
// that are not.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import {
  RECONCILIATION_NIGHT,
  type Difference,
  explainDifference,
  matchedWords,
  type Reconciliation,
} from '../../../domain/payments/reconciliation.ts';
import { shortTime } from '../../../domain/time.ts';
import { ACTIVITIES } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { loadAgain, reportSuccess } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { When } from '../../ui/dates/when.tsx';
import { Rest } from '../../ui/rest.tsx';
import { ComparisonSection, RECONCILIATION } from '../comparison-section.tsx';

export function Comparison() {
  return (
    <ComparisonSection rowClassName="h-20 w-full">
      {(reconciliation) => <Result reconciliation={reconciliation} />}
    </ComparisonSection>
  );
}

function Result({ reconciliation }: { reconciliation: Reconciliation }) {
  // Compares the payments of the usual number of days.
  const client = useQueryClient();
  const start = useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to start the comparison. Please try again.' },
    },
    mutationFn: () => call(endpoints.startReconciliation, { body: {} }),
    onSuccess: (answer) => client.setQueryData<Answer>(RECONCILIATION, answer),
    onError: () => loadAgain(client, [RECONCILIATION]),
  });
  const { running, differences } = reconciliation;
  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <output className="block leading-snug">
          <Summary reconciliation={reconciliation} />
        </output>
        <Button
          variant="secondary"
          className="print:hidden"
          busy={running || start.isPending}
          busyLabel="Comparing..."
          onClick={() => start.mutate()}
        >
          Compare now
        </Button>
      </div>
      {differences.length > 0 && (
        <Rest after={differences.length}>
          <ul aria-label="Differences" className="divide-y divide-line border-t border-line">
            {differences.map((difference) => (
              <Row key={difference.id} difference={difference} />
            ))}
          </ul>
        </Rest>
      )}
    </Card>
  );
}

function Summary({ reconciliation }: { reconciliation: Reconciliation }) {
  const { checked_at, failed_at } = reconciliation;
  return (
    <>
      {checked_at === null ? (
        <span className="block">
          Not yet checked against Stripe. We check every night at{' '}
          {shortTime(RECONCILIATION_NIGHT.from)} UK time.
        </span>
      ) : (
        <>
          <span className="figures block font-bold">{matchedWords(reconciliation)}</span>
          <span className="figures block text-sm text-pencil">
            Compared on <When at={checked_at} />
          </span>
        </>
      )}
      {failed_at !== null && (
        <span className="figures block text-sm text-caution">
          Stripe did not answer on <When at={failed_at} />. We try again tonight.
        </span>
      )}
    </>
  );
}

function Row({ difference }: { difference: Difference }) {
  const mend = useMendDifference();
  const { id, Parent_Name: parentName, session_id, mendable } = difference;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-80 leading-snug">
        <p className="font-bold">{parentName ?? 'No family'}</p>
        <p className="max-w-prose">{explainDifference(difference)}</p>
        {session_id !== null && (
          <p className="figures text-sm break-all text-pencil">{session_id}</p>
        )}
      </div>
      {mendable && (
        <Button
          variant="secondary"
          className="print:hidden"
          busy={mend.isPending}
          busyLabel="Mending..."
          aria-label={`Mend the payment of ${parentName ?? 'this family'}`}
          onClick={() => mend.mutate({ id })}
        >
          Mend
        </Button>
      )}
    </li>
  );
}

/** `mutate({id})`: mends the difference. The family's own pages change as after a webhook. */
function useMendDifference() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to mend the difference. Please try again.' },
      changes: [ACTIVITIES],
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.mendDifference, { params: { id } }),
    onSuccess: (answer) => {
      client.setQueryData<Answer>(RECONCILIATION, answer);
      reportSuccess('Payment mended', 'It is now here as it is at Stripe.');
    },
    onError: () => loadAgain(client, [RECONCILIATION]),
  });
}

type Answer = AnswerOf<typeof endpoints.getReconciliation>;
