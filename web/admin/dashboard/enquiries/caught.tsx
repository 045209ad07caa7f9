// <CaughtForms>: what the trap for bots has caught, closed at first; a person's form is restored
// with one press.
import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import {
  type CaughtForm,
  caughtYearWords,
  CAUGHT_FORMS,
} from '../../../../domain/enquiries/caught.ts';
import { formatInstant } from '../../../../domain/time.ts';
import { call } from '../../../transport/client.ts';
import { loadAgain, LOADING, reportSuccess } from '../../../transport/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CUSTOMERS } from '../data.ts';

/** Renders nothing while nothing is kept. */
export default function CaughtForms() {
  const { data: all = [] } = useQuery(caughtQuery);
  if (all.length === 0) return null;
  return (
    <details className="grid grid-cols-1 gap-3">
      <summary className="w-fit cursor-pointer py-3 font-bold">
        {`Caught by the trap for bots (${all.length})`}
      </summary>
      <p className="max-w-prose pb-3 text-pencil">
        {`These forms had a hidden field filled in, as programs do. Nobody was told about them, and they are deleted after ${CAUGHT_FORMS.days} days. If a person has sent one, restore it.`}
      </p>
      <Card>
        <ul>
          {all.map((form) => (
            <li key={form.id} className="border-b border-line px-4 py-4 last:border-b-0 sm:px-6">
              <Item form={form} />
            </li>
          ))}
        </ul>
      </Card>
    </details>
  );
}

function Item({ form }: { form: CaughtForm }) {
  const restore = useRestoreCaught();
  const { id, name, email, mobile, filled, created_at } = form;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div className="grid max-w-prose min-w-0 gap-1 wrap-anywhere">
        <b>{name === '' ? 'No name' : name}</b>
        <span>
          {[email, mobile, caughtYearWords(form)].filter((text) => text !== '').join(', ')}
        </span>
        <span className="text-sm text-pencil">
          {`${formatInstant(created_at)}, hidden field: ${filled === '' ? 'not text' : filled}`}
        </span>
      </div>
      <Button
        variant="secondary"
        className="self-start"
        aria-label={`Restore: ${name === '' ? email : name}`}
        busy={restore.isPending}
        {...(form.can_restore
          ? {}
          : { disabledReason: 'Something in it is missing or wrong, so it cannot be an enquiry.' })}
        onClick={() => restore.mutate({ id })}
      >
        Restore
      </Button>
    </div>
  );
}

const CAUGHT = ['admin', 'caught'] as const;

/** The forms that were caught, newest first. */
const caughtQuery = queryOptions({
  queryKey: CAUGHT,
  queryFn: ({ signal }) => call(endpoints.listCaught, { signal }),
  select: ({ caught }) => caught,
  ...LOADING,
  meta: {
    operation: { title: 'Error Loading Data', text: 'Failed to load what the trap has caught' },
  },
});

/** `mutate({id})`: makes an enquiry of a form that was caught. */
function useRestoreCaught() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Not restored', text: 'Failed to restore it. Please try again.' },
    },
    // A retry after a lost response would find nothing.
    retry: false,
    mutationFn: ({ id }: { id: string }) => call(endpoints.restoreCaught, { params: { id } }),
    onSuccess: ({ customer: { name } }) =>
      reportSuccess(
        'Enquiry restored',
        `${name} is among the enquiries now, and has been told that it arrived.`,
      ),
    onSettled: () => loadAgain(client, [CUSTOMERS, CAUGHT]),
  });
}
