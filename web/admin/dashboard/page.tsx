// /admin-dashboard: the tutor's morning: the lesson that runs, who waits for an answer, today's
// tasks, the enquiries, the comparison of payments and the funnel; with ?enquiry=ID the invitation
// of one enquiry.
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';

import { enquiryIn, paths } from '../../../domain/paths.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { adminBookingsQuery } from '../../data/planned-lessons.ts';
import { undeliveredEmailsQuery } from '../../data/tutor.ts';
import { AdminFrame, Logout } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { Skeleton } from '../../ui/loaded.tsx';
import { dayLessonsQuery, enquiriesQuery } from './data.ts';
import { AnswerNow, useWaiting } from './enquiries/answer-now.tsx';
import { Enquiries } from './enquiries/enquiries.tsx';
import { EnquiryDialog, type OpenedEnquiry } from './enquiries/enquiry-dialog.tsx';
import { firstStepsQuery, FirstSteps } from './first-steps.tsx';
import { RunningLessons, useRunningLessons } from './running-lesson.tsx';
import { Today } from './today.tsx';

// Lazy, because they are at the bottom of the page.
const CaughtForms = lazy(() => import('./enquiries/caught.tsx'));
const FunnelTable = lazy(() => import('./enquiries/funnel-table.tsx'));
const ComparisonLine = lazy(() => import('./comparison-line.tsx'));

export function start(): void {
  startQuery(enquiriesQuery);
  startQuery(adminBookingsQuery);
  startQuery(dayLessonsQuery(Date.now()));
  startQuery(undeliveredEmailsQuery);
  startQuery(firstStepsQuery);
}

export default function AdminDashboard() {
  const now = useNow(MINUTE_MS);
  const running = useRunningLessons(now);
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
      {/* Eight pixels less at a desk, where the screen has room for six enquiries. */}
      <div className="flex flex-wrap items-center justify-between gap-4 xl:-mt-2">
        <h1 className="text-title">{pages[paths.adminDashboard].title}</h1>
        <Logout className={buttonClass('quiet', 'flush', 'text-sm')} />
      </div>
      {running === undefined ? (
        // Nothing moves down once it is known that a lesson runs.
        <Skeleton className="h-36 w-full" />
      ) : (
        <>
          <RunningLessons lessons={running} />
          <FirstSteps at="top" />
          <AnswerNow {...waiting} now={now} onOpen={setOpened} />
          <Today now={now} />
          <Enquiries above={waiting.rows} now={now} onOpen={setOpened} />
        </>
      )}
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
