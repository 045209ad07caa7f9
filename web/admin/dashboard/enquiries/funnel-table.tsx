// <FunnelTable>: how many of the enquirers of the last 30 and 90 days reached each stage.
import { useQuery, queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import type { Funnel } from '../../../../domain/enquiries/enquiry-list.ts';
import { call } from '../../../transport/client.ts';
import { Card } from '../../../ui/card.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { FUNNEL } from '../data.ts';

const steps = [
  ['enquiries', 'Enquired'],
  ['answered_in_time', 'Answered in time'],
  ['invited', 'Invited'],
  ['joined', 'Joined'],
  ['attended', 'Had a lesson'],
  ['purchased', 'Bought credits'],
] as const satisfies readonly (readonly [keyof Funnel, string])[];

export default function FunnelTable() {
  const query = useQuery(funnelQuery);
  return (
    <section aria-labelledby="funnel" className="grid gap-3">
      <h2 id="funnel" className="text-heading">
        From enquiry to lesson
      </h2>
      <p className="-mt-2 text-pencil">
        How far those who enquired have come. Families who sign up by themselves are not counted.
      </p>
      <Loaded query={query} noun="the figures" rows={1} rowClassName="h-72 w-full">
        {(funnel) =>
          funnel.every(({ enquiries }) => enquiries === 0) ? (
            <p className="text-pencil">
              Nobody has enquired in the last {Math.max(...funnel.map(({ days }) => days))} days. As
              soon as somebody does, you see here how far they come.
            </p>
          ) : (
            <Steps funnel={funnel} />
          )
        }
      </Loaded>
    </section>
  );
}

function Steps({ funnel }: { funnel: Funnel[] }) {
  return (
    <Card className="p-4 sm:px-6">
      <table className="w-full table-fixed border-collapse text-left leading-snug">
        <thead>
          <tr>
            <th scope="col" className="w-2/5 pb-1 sm:w-1/4">
              <span className="sr-only">Step</span>
            </th>
            {funnel.map(({ days }) => (
              <th key={days} scope="col" className="pb-1 pl-4 text-sm font-bold text-pencil">
                Last {days} days
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(([step, label]) => (
            <tr key={step} className="border-t border-line">
              <th scope="row" className="py-2 font-normal wrap-anywhere">
                {label}
              </th>
              {funnel.map((one) => (
                <td key={one.days} className="py-2 pl-4">
                  <span className="grid gap-1 sm:flex sm:items-center sm:gap-3">
                    <span className="figures w-8 shrink-0 font-bold sm:text-right">
                      {one[step]}
                    </span>
                    <Bar part={one[step]} of={one.enquiries} />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** The number next to it says the same. */
function Bar({ part, of }: { part: number; of: number }) {
  if (part === 0) return null;
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="h-2.5 w-full min-w-0 text-ink sm:flex-1"
    >
      <rect width="100" height="10" className="text-line" fill="currentColor" />
      <rect width={of === 0 ? 0 : (100 * part) / of} height="10" fill="currentColor" />
    </svg>
  );
}

/** The funnel of the last 30 and 90 days. */
const funnelQuery = queryOptions({
  queryKey: FUNNEL,
  queryFn: ({ signal }) => call(endpoints.getFunnel, { signal }),
  select: ({ funnel }) => funnel,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the figures' } },
});
