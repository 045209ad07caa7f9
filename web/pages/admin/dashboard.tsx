// /admin-dashboard: the tutor's morning: who waits for an answer, today's tasks, the enquiries, the
// comparison of payments and the funnel; with ?enquiry=ID the invitation of one enquiry.
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';

import { enquiryIn, paths } from '../../../domain/paths.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { AnswerNow, useWaiting } from '../../admin/enquiries/answer-now.tsx';
import { Enquiries } from '../../admin/enquiries/enquiries.tsx';
import { EnquiryDialog, type OpenedEnquiry } from '../../admin/enquiries/enquiry-dialog.tsx';
import { FirstSteps } from '../../admin/today/first-steps.tsx';
import { Today } from '../../admin/today/today.tsx';
import { enquiriesQuery } from '../../api/enquiries/enquiries.ts';
import { adminBookingsQuery } from '../../api/lessons/attendance.ts';
import { startQuery } from '../../api/transport/query-client.ts';
import { undeliveredEmailsQuery } from '../../api/tutor/emails.ts';
import { firstStepsQuery } from '../../api/tutor/first-steps.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { pages } from '../pages.ts';

// Lazy, because they are at the bottom of the page.
const CaughtForms = lazy(() => import('../../admin/enquiries/caught.tsx'));
const FunnelTable = lazy(() => import('../../admin/enquiries/funnel-table.tsx'));
const ComparisonLine = lazy(() => import('../../admin/payments/comparison-line.tsx'));

export function start(): void {
  startQuery(enquiriesQuery);
  startQuery(adminBookingsQuery);
  startQuery(undeliveredEmailsQuery);
  startQuery(firstStepsQuery);
}

export default function AdminDashboard() {
  const now = useNow(MINUTE_MS);
  const waiting = useWaiting();
  const [search, setSearch] = useSearchParams();
  const [opened, setOpened] = useState<OpenedEnquiry | null>(() => {
    const id = enquiryIn(search);
    return id === null ? null : { id, part: 'invite' };
  });
  const close = () => {
    setOpened(null);
    setSearch({}, { replace: true });
  };
  return (
    <AdminFrame title={pages[paths.adminDashboard].title} dense>
      <h1 className="sr-only">{pages[paths.adminDashboard].title}</h1>
      <FirstSteps at="top" />
      <AnswerNow {...waiting} now={now} onOpen={setOpened} />
      <Today now={now} />
      <Enquiries above={waiting.shown} now={now} onOpen={setOpened} />
      <Suspense fallback={null}>
        <CaughtForms />
      </Suspense>
      <FirstSteps at="end" />
      <Suspense fallback={null}>
        <ComparisonLine />
        <FunnelTable />
      </Suspense>
      {opened !== null && (
        <EnquiryDialog
          opened={opened}
          now={now}
          // Unless it was closed while an email was being sent.
          onOpen={(next) => setOpened((open) => open && next)}
          onClose={close}
        />
      )}
    </AdminFrame>
  );
}
