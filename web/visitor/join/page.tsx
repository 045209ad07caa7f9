// /join/:token: the target of the join link in emails and calendars. Opening it records no
// attendance, because some email systems open every link; the page's script does that once the link
// is open.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Navigate, useParams } from 'react-router';

import { type JoinLink, JOIN_OPENS_MINUTES } from '../../../domain/lessons/join-link.ts';
import { paths, lessonPath, roomPath } from '../../../domain/paths.ts';
import type { Room } from '../../../domain/rooms/family-room.ts';
import { formatDate, mondayOf, ukDate, ukTime } from '../../../domain/time.ts';
import { describePreparation } from '../../../domain/topics/lesson-topic.ts';
import { roomQuery } from '../../data/room.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import {
  countdown,
  describeLocalTime,
  describeTime,
  readTimeZone,
} from '../../parts/lesson-times.ts';
import { loadFailure, startQuery } from '../../transport/query-client.ts';
import { useSession } from '../../transport/session.ts';
import { useNow, useVisible } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LinkSheet } from '../link-sheet.tsx';
import { joinLinkQuery, READING_JOIN_LINK, JOINING, meetingLinkQuery } from './data.ts';

export function start({ params: { token = '' } }: PageAddress): void {
  startQuery(joinLinkQuery(token));
}

export default function Join() {
  const { token = '' } = useParams();
  const query = useQuery(joinLinkQuery(token));
  return (
    <PageFrame title={pages[paths.join].title} width="narrow">
      {query.data === undefined && (
        <div className="mb-7">
          <PageHeader title="Join the meeting" />
        </div>
      )}
      <Loaded query={query} noun="the lesson" rows={3} {...loadFailure(READING_JOIN_LINK)}>
        {(joinLink) =>
          joinLink !== null && 'join_link' in joinLink ? (
            <Navigate to={joinLink.join_link} replace />
          ) : (
            <JoinView token={token} joinLink={joinLink} onClosed={query.refetch} />
          )
        }
      </Loaded>
    </PageFrame>
  );
}

interface JoinViewProps {
  token: string;
  /** Null for a link that no longer works. */
  joinLink: JoinLink | null;
  /** Refetches the state of the join link. */
  onClosed: () => unknown;
}

/**
 * <JoinView>: the page behind a join link: a countdown, the link into the lesson, or where to go
 * instead.
 */
function JoinView({ token, joinLink, onClosed }: JoinViewProps) {
  if (joinLink === null)
    return (
      <LinkSheet title="This link no longer works">
        <p>
          The booking was cancelled or moved, or part of the link was lost on the way. If it was
          moved, the latest email about it has the new link.
        </p>
        <HomeLink />
      </LinkSheet>
    );
  return (
    <LinkSheet title={joinLink.Lesson_Name} text={<When joinLink={joinLink} />}>
      {joinLink.state === 'early' && <EarlyLesson joinLink={joinLink} />}
      {joinLink.state === 'open' && <OpenLesson token={token} onClosed={onClosed} />}
      {joinLink.state === 'over' && <PastLesson joinLink={joinLink} />}
    </LinkSheet>
  );
}

/** The time of the lesson, in UK time and also in the reader's own if that differs. */
function When({ joinLink: { starts_at } }: { joinLink: JoinLink }) {
  const startsAt = Date.parse(starts_at);
  const lesson = { Date: ukDate(startsAt), Time: ukTime(startsAt), starts_at };
  const local = describeLocalTime(lesson, readTimeZone());
  return (
    <>
      <span className="figures block">{describeTime(lesson, useNow())}</span>
      {local !== null && <span className="figures block">{local}</span>}
    </>
  );
}

function EarlyLesson({ joinLink: { Lesson_ID: lessonId, opens_at } }: { joinLink: JoinLink }) {
  const now = useNow(1000);
  const opens = Date.parse(opens_at);
  const isToday = ukDate(opens) === ukDate(now);
  const day = isToday ? '' : ` on ${formatDate(ukDate(opens), 'long')}`;
  return (
    <>
      <div>
        <p className="text-pencil">You can join in</p>
        <p
          role="timer"
          className="figures mt-1 font-display text-title leading-tight font-semibold"
        >
          {countdown(opens - now)}
        </p>
      </div>
      <p>
        That is at {ukTime(opens)} UK time{day}, {JOIN_OPENS_MINUTES} minutes before the lesson.
        Come back then by the same link, or leave this page open: it opens the meeting by itself.
      </p>
      <PreparePart lessonId={lessonId} />
      <HomeLink />
    </>
  );
}

function OpenLesson({ token, onClosed }: Pick<JoinViewProps, 'token' | 'onClosed'>) {
  const query = useQuery(meetingLinkQuery(token, { isThere: useVisible() }));
  const { data } = query;
  useEffect(() => {
    if (data === null) void onClosed();
    // Replaces this page in the history: Back would otherwise lead straight into the lesson again.
    else if (typeof data?.link === 'string') window.location.replace(data.link);
  }, [data, onClosed]);
  return (
    <Loaded
      query={query}
      noun="the lesson"
      label="Opening the meeting"
      rows={1}
      {...loadFailure(JOINING)}
    >
      {(meeting) =>
        meeting !== null && (
          <>
            <output className="block">
              {meeting.link === null
                ? 'You are in the right place. Your tutor has not set the meeting link yet. This page opens the meeting as soon as there is one.'
                : 'The meeting is open. Taking you there...'}
            </output>
            {meeting.link !== null && (
              <LinkButton size="large" href={meeting.link} rel="noreferrer">
                Join the meeting
              </LinkButton>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function PastLesson({ joinLink: { Lesson_ID: lessonId, starts_at } }: { joinLink: JoinLink }) {
  const monday = mondayOf(ukDate(Date.parse(starts_at)));
  return (
    <>
      <p>This lesson is over. You can look back on it, and its notes stay with the booking.</p>
      <LinkButton href={roomPath(lessonId)}>Look back on the lesson</LinkButton>
      <LinkButton variant="secondary" href={lessonPath(monday, lessonId)}>
        See the lesson
      </LinkButton>
      <HomeLink />
    </>
  );
}

function HomeLink() {
  return (
    <LinkButton variant="secondary" href={paths.familyHome}>
      My lessons
    </LinkButton>
  );
}

/**
 * <PreparePart>: the way to preparing for a lesson, and for its family what there is to do and how
 * long it takes.
 */
function PreparePart({ lessonId }: { lessonId: string }) {
  const isFamily = useSession('family') !== null;
  const { data } = useQuery({
    ...roomQuery({ lessonId, studentId: null }),
    enabled: isFamily,
    // The way there is enough.
    meta: { isSilent: true },
  });
  if (data === 'gone' || data === 'not booked') return null;
  const work = typeof data === 'object' ? describe(data) : null;
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <div>
        <h2 className="text-heading">To prepare</h2>
        <p className="figures">
          {work ?? 'Videos and questions of the lesson, as soon as it has them.'}
        </p>
      </div>
      <LinkButton href={roomPath(lessonId)}>Prepare for the lesson</LinkButton>
    </div>
  );
}

/** '1 video (6 minutes) and 3 questions, 2 of 4 done.'; null when there is nothing to prepare. */
function describe({ items }: Room): string | null {
  const words = describePreparation(items);
  const own = items.filter(
    (item) => item.kind === 'video' || (item.kind === 'question' && item.use === 'before'),
  );
  const done = own.filter((item) => item.done).length;
  return words === null ? null : `${words}: ${done} of ${own.length} done.`;
}
