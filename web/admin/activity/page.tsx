// /admin-activity: who did what and when in the tutor's area.
import { useQuery, queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { ACTIVITY_WINDOW_DAYS_BACK, MAX_ACTIVITIES_LISTED } from '../../../domain/activity.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { paths } from '../../../domain/paths.ts';
import { addDays, daysBetween, isCalendarDate, ukDate } from '../../../domain/time.ts';
import type { UndeliveredEmail } from '../../../domain/tutor/undelivered-email.ts';
import { type Dates, type DateWindow, LESSON_WINDOW_DAYS } from '../../../domain/window.ts';
import { ACTIVITIES, undeliveredEmailsQuery, UNDELIVERED } from '../../data/tutor.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { call } from '../../transport/client.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateRange } from '../../ui/dates/dates.tsx';
import { When } from '../../ui/dates/when.tsx';
import { Loaded, EmptyState, FailedState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Rest } from '../../ui/rest.tsx';
import { ActivityList } from './activity-list.tsx';

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
  const [filter, setFilter] = useState(dates);
  const change = (next: Dates) => {
    setDates(next);
    if (faultOf(next) === null) setFilter(next);
  };
  return (
    <AdminFrame title={pages[paths.adminActivity].title}>
      <PageHeader title="Activity" text="What was done in the tutor's area, by whom and when." />
      <UndeliveredEmails />
      {/* At a desk, what to show stands beside the dates. */}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[28rem_minmax(0,1fr)] lg:*:col-span-full">
        <div className="grid grid-cols-1 items-start gap-4 min-[22rem]:grid-cols-2 max-lg:max-w-md lg:col-span-1!">
          <DateRange dates={dates} onDates={change} problem={faultOf(dates)} />
        </div>
        <Loaded
          query={useQuery(activitiesQuery(filter))}
          noun="the activity"
          rows={8}
          rowClassName="h-12 w-full"
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
      </div>
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

/** How many emails are shown until the tutor asks for more, so that the log below stays in view. */
const FEW = 3;

/** Renders nothing while every email is delivered. */
function UndeliveredEmails() {
  const query = useQuery(undeliveredEmailsQuery);
  const [wantsAll, setWantsAll] = useState(false);
  if (query.isError)
    return (
      <FailedState
        title="Failed to load undelivered emails"
        onRetry={query.refetch}
        busy={query.isFetching}
      />
    );
  const emails = query.data ?? [];
  if (emails.length === 0) return null;
  const visible = wantsAll ? emails : emails.slice(0, FEW);
  return (
    <section aria-labelledby="undelivered" className="grid gap-3">
      <h2 id="undelivered" className="text-heading">
        Emails that were not delivered
      </h2>
      <Card>
        {/* An email that is sent or dismissed leaves the list, and the next one comes up. */}
        <Rest after={emails.length}>
          <ul>
            {visible.map((email) => (
              <li key={email.id} className="border-b border-line px-4 py-4 last:border-b-0 sm:px-6">
                <Item email={email} />
              </li>
            ))}
          </ul>
        </Rest>
      </Card>
      {visible.length < emails.length && (
        <Button
          variant="secondary"
          className="justify-self-start"
          onClick={() => setWantsAll(true)}
        >
          Show all {emails.length}
        </Button>
      )}
    </section>
  );
}

function Item({ email }: { email: UndeliveredEmail }) {
  // Puts the email back into the queue, which is polled every few seconds.
  const sendAgain = useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to send the email again. Please try again.' },
      changes,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.sendEmailAgain, { params: { id } }),
    onSuccess: () => reportSuccess('Email queued', 'It will be sent within a few seconds.'),
  });
  const dismiss = useDismissEmail();
  const about = `${email.subject}, to ${email.recipient}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
      <div className="grid max-w-prose min-w-0 gap-1 wrap-anywhere">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <b>{email.subject}</b>
          <State email={email} />
        </p>
        <p className="text-pencil">
          To {email.recipient}, since <When at={email.created_at} />
        </p>
        <p className="text-sm text-pencil">{email.error}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-label={`Send again: ${about}`}
          busy={sendAgain.isPending}
          onClick={() => sendAgain.mutate({ id: email.id })}
        >
          Send again
        </Button>
        <Button
          variant="quiet"
          aria-label={`Dismiss: ${about}`}
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate({ id: email.id })}
        >
          Dismiss
        </Button>
      </div>
    </div>
  );
}

function State({ email: { attempts, next_try_at } }: { email: UndeliveredEmail }) {
  if (next_try_at === null) return <Badge tone="negative">Failed</Badge>;
  if (attempts === 0) return <Badge tone="caution">Being sent</Badge>;
  return (
    <Badge tone="caution">
      Next try at <When at={next_try_at} />
    </Badge>
  );
}

/** `mutate({id})`: dismisses the email and stops its retries. */
function useDismissEmail() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to dismiss the email. Please try again.' },
      changes,
    },
    mutationFn: ({ id }: { id: string }) => call(endpoints.dismissEmail, { params: { id } }),
  });
}

/** Every action on an email changes the list and is logged. */
const changes = [UNDELIVERED, ACTIVITIES] as const;
