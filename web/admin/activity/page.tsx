// /admin-activity: who did what and when in the tutor's area.
import { useQuery, queryOptions } from '@tanstack/react-query';
import { useState } from 'react';

import { ACTIVITY_WINDOW_DAYS_BACK, MAX_ACTIVITIES_LISTED } from '../../../domain/activity.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { paths } from '../../../domain/paths.ts';
import { addDays, daysBetween, isCalendarDate, ukDate } from '../../../domain/time.ts';
import { type Dates, type DateWindow, LESSON_WINDOW_DAYS } from '../../../domain/window.ts';
import { ACTIVITIES } from '../../data/activities.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { DateRange } from '../../ui/dates/date-range.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityList } from './activity-list.tsx';
import { UndeliveredEmails } from './undelivered-emails.tsx';

function faultOf({ from, to }: Dates): string | null {
  if (!isCalendarDate(from) || !isCalendarDate(to)) return 'Choose a day';
  if (from > to) return 'From must not be after to';
  if (daysBetween(from, to) > LESSON_WINDOW_DAYS.max)
    return `Choose up to ${LESSON_WINDOW_DAYS.max} days`;
  return null;
}

export default function AdminActivity() {
  const [dates, setDates] = useState<Dates>(() => {
    const today = ukDate(Date.now());
    return { from: addDays(today, -ACTIVITY_WINDOW_DAYS_BACK), to: today };
  });
  // While a date is incomplete, the list keeps the last complete range.
  const [asked, setAsked] = useState(dates);
  const change = (next: Dates) => {
    setDates(next);
    if (faultOf(next) === null) setAsked(next);
  };
  return (
    <AdminFrame title={pages[paths.adminActivity].title}>
      <PageHeader title="Activity" text="What was done in the tutor's area, by whom and when." />
      <UndeliveredEmails />
      <div className="grid grid-cols-2 items-start gap-4 sm:max-w-md">
        <DateRange dates={dates} onDates={change} problem={faultOf(dates)} />
      </div>
      <Loaded
        query={useQuery(activitiesQuery(asked))}
        label="Loading the activity"
        rows={8}
        rowClassName="h-12 w-full"
        failure="Failed to load the activity"
        reportsStale
        empty={
          <EmptyState
            title="Nothing was done in this time"
            text="Choose an earlier day to see more."
          />
        }
      >
        {(activities) => (
          <>
            <ActivityList activities={activities} />
            {activities.length >= MAX_ACTIVITIES_LISTED && (
              <p className="text-pencil">
                These are the latest {MAX_ACTIVITIES_LISTED}. Choose an earlier last day to see
                those before.
              </p>
            )}
          </>
        )}
      </Loaded>
    </AdminFrame>
  );
}

/** The activities between two dates (YYYY-MM-DD), newest first. Either date may be missing. */
function activitiesQuery(window: DateWindow) {
  return queryOptions({
    queryKey: [...ACTIVITIES, window],
    queryFn: ({ signal }) => call(endpoints.listActivities, { signal, query: window }),
    select: ({ activities }) => activities,
    // Every other page adds to the log.
    staleTime: 0,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the activity' } },
  });
}
