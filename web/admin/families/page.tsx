// /admin-students: every family, and with ?student=ID one family's record, where ?refund=ID opens
// the refund of one of its payments.
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { familiesQuery, familyRecordQuery } from '../../data/family-records.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { FamilyList } from './family-list.tsx';
import { FamilyPayments } from './family-payments.tsx';
import { FamilyRecordView } from './family-record.tsx';

export function start({ search }: PageAddress): void {
  const id = search.get('student');
  if (id === null) startQuery(familiesQuery);
  else startQuery(familyRecordQuery(id));
}

export default function AdminFamilies() {
  const [search] = useSearchParams();
  const id = search.get('student');
  return id === null ? <Everybody /> : <One key={id} id={id} />;
}

function Everybody() {
  return (
    <AdminFrame title={pages[paths.adminFamilies].title}>
      <PageHeader
        title="Students"
        actions={
          <LinkButton variant="secondary" href={paths.adminImport}>
            Move in from another product
          </LinkButton>
        }
      />
      <Loaded
        query={useQuery(familiesQuery)}
        label="Loading students"
        failure="Failed to load students"
        reportsStale
      >
        {(families) => <FamilyList families={families} />}
      </Loaded>
    </AdminFrame>
  );
}

function One({ id }: { readonly id: string }) {
  const query = useQuery(familyRecordQuery(id));
  const name = query.data?.student.Student_Name ?? 'Student';
  const others = (query.data?.students ?? [])
    .slice(1)
    .map(({ Student_Name: studentName }) => studentName);
  return (
    <AdminFrame title={name}>
      <div className="grid grid-cols-1 gap-2">
        <BackLink href={paths.adminFamilies}>All students</BackLink>
        <PageHeader
          title={name}
          text={
            others.length === 0 ? undefined : `and ${new Intl.ListFormat('en-GB').format(others)}`
          }
        />
      </div>
      <Loaded
        query={query}
        label="Loading the student"
        failure="Failed to load the student"
        explain={({ message }) => message}
        reportsStale
      >
        {(record) => (
          <FamilyRecordView
            record={record}
            payments={<FamilyPayments payments={record.payments} />}
          />
        )}
      </Loaded>
    </AdminFrame>
  );
}
