// <JoinView>: the page behind a join link: a countdown, the link into the lesson, or where to go
// instead.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { JoinLink } from '../../../domain/lessons/join-link.ts';
import { JOIN_OPENS_MINUTES } from '../../../domain/limits.ts';
import { lessonPath, paths, roomPath } from '../../../domain/paths.ts';
import { formatDate, mondayOf, ukDate, ukTime } from '../../../domain/time.ts';
import { countdown } from '../../parts/countdown.ts';
import { describeLocalTime, describeTime, readTimeZone } from '../../parts/lesson-times.ts';
import { loadFailure } from '../../transport/load-failure.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { useVisible } from '../../ui/hooks/use-visible.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { LinkSheet } from '../link-sheet.tsx';
import { JOINING, meetingLinkQuery } from './data.ts';
import { PreparePart } from './prepare-part.tsx';

interface JoinViewProps {
  readonly token: string;
  /** Null for a link that no longer works. */
  readonly joinLink: JoinLink | null;
  /** Refetches the state of the join link. */
  readonly onClosed: () => unknown;
}

export function JoinView({ token, joinLink, onClosed }: JoinViewProps) {
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
function When({ joinLink: { starts_at } }: { readonly joinLink: JoinLink }) {
  const start = Date.parse(starts_at);
  const lesson = { Date: ukDate(start), Time: ukTime(start), starts_at };
  const local = describeLocalTime(lesson, readTimeZone());
  return (
    <>
      <span className="figures block">{describeTime(lesson)}</span>
      {local !== null && <span className="figures block">{local}</span>}
    </>
  );
}

function EarlyLesson({
  joinLink: { Lesson_ID: lessonId, opens_at },
}: {
  readonly joinLink: JoinLink;
}) {
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
        Come back then by the same link, or leave this page open: it opens the lesson by itself.
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
    <Loaded query={query} label="Opening the lesson" rows={1} {...loadFailure(JOINING)}>
      {(meeting) =>
        meeting !== null && (
          <>
            <output className="block">
              {meeting.link === null
                ? 'You are in the right place. Your tutor has not set the meeting link yet. This page opens the lesson as soon as there is one.'
                : 'The lesson is open. Taking you there...'}
            </output>
            {meeting.link !== null && (
              <LinkButton size="large" href={meeting.link} rel="noreferrer">
                Join the lesson
              </LinkButton>
            )}
          </>
        )
      }
    </Loaded>
  );
}

function PastLesson({
  joinLink: { Lesson_ID: lessonId, starts_at },
}: {
  readonly joinLink: JoinLink;
}) {
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
