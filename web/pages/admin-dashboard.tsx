// /admin-dashboard: the tutor's morning: today's tasks, the enquiries, and the funnel.
import { lazy, Suspense } from 'react';

import { paths } from '../../domain/paths.ts';
import { Enquiries } from '../admin/enquiries/enquiries.tsx';
import { Today } from '../admin/today/today.tsx';
import { adminBookingsQuery } from '../api/attendance.ts';
import { undeliveredMailsQuery } from '../api/emails.ts';
import { enquiriesQuery } from '../api/enquiries.ts';
import { startQuery } from '../api/transport/query-client.ts';
import { useNow } from '../ui/use-now.ts';
import { AdminFrame } from './admin-frame.tsx';
import { pages } from './pages.ts';
import { MINUTE_MS } from '../../domain/time.ts';

// Lazy, because it is at the bottom of the page.
const FunnelTable = lazy(() => import('../admin/enquiries/funnel-table.tsx'));

export function start(): void {
  startQuery(enquiriesQuery);
  startQuery(adminBookingsQuery);
  startQuery(undeliveredMailsQuery);
}

export default function AdminDashboard() {
  const now = useNow(MINUTE_MS);
  return (
    <AdminFrame title={pages[paths.adminDashboard].title} dense>
      <Today now={now} />
      <Enquiries now={now} />
      <Suspense fallback={null}>
        <FunnelTable />
      </Suspense>
    </AdminFrame>
  );
}
