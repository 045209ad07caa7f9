// /admin-dashboard: the enquiries, with search.
import { useState } from 'react';

import { searchCustomers, yearLabel } from '../../domain/enquiry.ts';
import { paths } from '../../domain/paths.ts';
import { formatInstant } from '../../domain/time.ts';
import { useLogout } from '../api/account.ts';
import { useCustomers } from '../api/enquiries.ts';
import { Button } from '../ui/button.tsx';
import { StatCard } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { PageFrame } from './page-frame.tsx';

export default function AdminDashboard() {
  const customers = useCustomers();
  const logout = useLogout('admin');
  const [search, setSearch] = useState('');
  const found = searchCustomers(customers.data?.customers ?? [], search);
  const latest = customers.data?.customers[0];
  return (
    <PageFrame
      title="Enquiries"
      actions={
        <>
          <LinkButton variant="quiet" href={paths.adminPlanner}>
            Planner
          </LinkButton>
          <LinkButton variant="quiet" href={paths.bookedLessons}>
            Booked Lessons
          </LinkButton>
          <Button variant="quiet" busy={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </>
      }
    >
      <PageHeader title="Customer enquiries" />
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard label="Total Customers" value={customers.data?.total} />
        <StatCard label="Filtered Results" value={customers.data && found.length} />
        <StatCard
          label="Latest Registration"
          value={customers.data && (latest === undefined ? 'None yet' : formatInstant(latest.created_at))}
        />
      </div>
      <Field label="Search">
        {(control) => (
          <input
            {...control}
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
      </Field>
      {customers.isPending && <SkeletonList label="Loading enquiries" />}
      {customers.isError && <FailedState title="Failed to load customer data" onRetry={customers.refetch} />}
      {customers.data !== undefined && found.length === 0 && <EmptyState title="No enquiries found" />}
      <ul className="grid gap-2">
        {found.map((customer) => (
          <li key={customer.id} className="border-b border-line py-2">
            {customer.name}, {customer.email}, {customer.mobile}, {yearLabel(customer.year_class)},{' '}
            {formatInstant(customer.created_at)}
          </li>
        ))}
      </ul>
    </PageFrame>
  );
}
