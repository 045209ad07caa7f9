// <RoomView>: the room of a lesson for one student: what to prepare, what the tutor asks, and what
// stays afterwards.
import { lazy, type ReactNode, Suspense, useState } from 'react';

import { joinState } from '../../../domain/lessons/join-link.ts';
import { lessonSpan } from '../../../domain/lessons/lesson.ts';
import { unbroken } from '../../../domain/near-dates.ts';
import { lessonPath, practicePath, roomPath } from '../../../domain/paths.ts';
import type { Room } from '../../../domain/rooms/family-room.ts';
import type { QuestionItem, RoomItem } from '../../../domain/rooms/room.ts';
import { mondayOf, ukDate } from '../../../domain/time.ts';
import type { Attempt } from '../../../domain/topics/attempt.ts';
import { giveAnswer } from '../../data/answers.ts';
import { patchMarked, useTick } from '../../data/room.ts';
import { useUnsent } from '../../data/unsent-answers.ts';
import type { Drafts } from '../../parts/questions/answer-form.tsx';
import { isWaiting, UnsentNotice } from '../../parts/questions/room-question.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Choice } from '../../ui/forms/choice.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton, TextLink } from '../../ui/link-button.tsx';
import { EmptyState, SkeletonList } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LiveQuestion } from './live-question.tsx';
import { QuestionRun, type QuestionRunProps } from './question-run.tsx';

/** Lazy: only a lesson that is over needs it. */
const LookBack = lazy(() => import('./look-back.tsx'));

interface RoomViewProps {
  room: Room;
  /** Null in a family of one student. */
  studentName: string | null;
}

export function RoomView({ room, studentName }: RoomViewProps) {
  const { Lesson_ID: lessonId, Student_ID: studentId, items, asked, state } = room;
  const inRoom = { lessonId, studentId };
  const unsent = useUnsent().filter(
    (one) => one.lessonId === lessonId && one.studentId === studentId,
  );
  const waiting = unsent.filter(isWaiting);
  const [drafts] = useState<Drafts>(() => new Map());
  const tick = useTick(inRoom);
  /** It shows by itself, with its answer too, as long as the lesson goes on. */
  const askedId = state === 'live' ? asked?.Item_ID : undefined;
  const questions = items.filter(
    (item): item is QuestionItem => item.kind === 'question' && item.id !== askedId,
  );
  const videos = items.filter(({ kind }) => kind === 'video') as MediaItem[];
  const slides = items.filter(({ kind }) => kind === 'slides') as MediaItem[];
  const onTick = (item: MediaItem, done: boolean) => tick.mutate({ item, done });
  const onMarked = (attempt: Attempt) => patchMarked(inRoom, attempt);
  const run: QuestionRunProps = {
    questions,
    unsentOf: ({ id }) => waiting.find((one) => one.asked === null && one.itemId === id),
    drafts,
    onAnswer: ({ id }, answer) => giveAnswer({ ...inRoom, itemId: id, asked: null, answer }),
    onMarked,
  };
  const slidesPart = slides.length > 0 && (
    <RoomPart
      title="Slides"
      text={state === 'after' ? undefined : 'You can open them after the lesson.'}
    >
      <MediaList items={slides} onTick={onTick} />
    </RoomPart>
  );
  const videosPart = videos.length > 0 && (
    <RoomPart title="Videos" text="They open on their own site, in a new tab.">
      <MediaList items={videos} onTick={onTick} />
    </RoomPart>
  );
  return (
    <>
      <Head room={room} studentName={studentName} />
      {state === 'live' && (
        <LiveQuestion
          asked={asked}
          unsent={waiting.find(
            (one) => one.asked?.id === asked?.id && one.asked?.round === asked?.round,
          )}
          drafts={drafts}
          onAnswer={({ id, round, Item_ID: itemId }, answer) =>
            giveAnswer({ ...inRoom, itemId, asked: { id, round }, answer })
          }
          onMarked={onMarked}
        />
      )}
      {items.length === 0 && state !== 'live' && <NothingYet room={room} />}
      {state === 'after' ? (
        <Suspense fallback={<SkeletonList label="Loading the questions" />}>
          <LookBack {...run} studentId={studentId} isOneOfSeveral={studentName !== null}>
            {slidesPart}
            {videosPart}
          </LookBack>
        </Suspense>
      ) : (
        <>
          {videosPart}
          {questions.length > 0 && (
            <RoomPart title="Questions">
              {state === 'live' ? (
                <QuestionRun
                  {...run}
                  variant="secondary"
                  wayOn="Your tutor's questions appear at the top of this page."
                />
              ) : (
                <QuestionRun
                  {...run}
                  wayOn={
                    <TextLink href={practicePath(studentName === null ? null : studentId)}>
                      Go to practice
                    </TextLink>
                  }
                />
              )}
            </RoomPart>
          )}
          {slidesPart}
        </>
      )}
      <Foot room={room} isOneOfSeveral={studentName !== null} />
      <UnsentNotice answers={unsent} />
    </>
  );
}

const stateWords = {
  before: ['plain', 'Before the lesson'],
  live: ['signal', 'Live now'],
  after: ['plain', 'After the lesson'],
} as const;

function Head({ room, studentName }: RoomViewProps) {
  const now = useNow();
  const { topic, Lesson_Name: lessonName, starts_at, state, items, asked, join_link } = room;
  const [tone, word] = stateWords[state];
  const isAsked = asked?.state === 'asked' && asked.own === null;
  const itemsToPrepare = items.filter(
    (item) => item.kind === 'video' || (item.kind === 'question' && item.use === 'before'),
  );
  const done = itemsToPrepare.filter((item) => item.done).length;
  return (
    <div className="wrap-anywhere">
      <PageHeader
        title={lessonName}
        text={
          <>
            {topic !== null && (
              <span className="block">
                {topic.name}
                {topic.reference !== '' && (
                  <span className="max-sm:hidden">, specification {topic.reference}</span>
                )}
              </span>
            )}
            <span className="block figures">
              {unbroken(lessonSpan({ starts_at }, now))} UK time
            </span>
            {studentName !== null && <span className="block">For {studentName}</span>}
          </>
        }
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{word}</Badge>
        {join_link !== null && joinState({ starts_at }, now) === 'open' && (
          <LinkButton
            variant={isAsked ? 'secondary' : 'primary'}
            href={join_link}
            target="_blank"
            rel="noreferrer"
          >
            Join the meeting<span className="sr-only"> (opens in a new tab)</span>
          </LinkButton>
        )}
        {itemsToPrepare.length > 0 && state === 'before' && (
          <span className="text-pencil figures">
            Prepared {done} of {itemsToPrepare.length}
          </span>
        )}
      </div>
    </div>
  );
}

interface RoomPartProps {
  title: string;
  text?: string | undefined;
  children: ReactNode;
}

function RoomPart({ title, text, children }: RoomPartProps) {
  return (
    <section className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-heading">{title}</h2>
        {text !== undefined && <p className="text-pencil">{text}</p>}
      </div>
      {children}
    </section>
  );
}

function NothingYet({ room: { topic, state } }: Pick<RoomViewProps, 'room'>) {
  if (state === 'after')
    return (
      <EmptyState
        title="Nothing to look back on"
        text="This lesson had no questions or slides here."
      />
    );
  return (
    <EmptyState
      title={topic === null ? 'No topic yet' : 'Nothing to prepare yet'}
      text={
        topic === null
          ? 'Your tutor has not chosen the topic of this lesson yet. What to prepare will be here.'
          : 'Your tutor has not added videos or questions yet.'
      }
    />
  );
}

function Foot({ room, isOneOfSeveral }: { room: Room; isOneOfSeveral: boolean }) {
  const { Lesson_ID: lessonId, starts_at, chat_link } = room;
  const monday = mondayOf(ukDate(Date.parse(starts_at)));
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-4">
      {chat_link !== null && (
        <LinkButton variant="secondary" href={chat_link} target="_blank" rel="noreferrer">
          Group chat<span className="sr-only"> (opens in a new tab)</span>
        </LinkButton>
      )}
      {isOneOfSeveral && <TextLink href={roomPath(lessonId)}>Open for another student</TextLink>}
      <TextLink href={lessonPath(monday, lessonId)}>See the booking</TextLink>
    </div>
  );
}

type MediaItem = Exclude<RoomItem, { kind: 'question' }>;

interface MediaListProps {
  items: readonly MediaItem[];
  onTick: (item: MediaItem, done: boolean) => void;
}

/** <MediaList>: the videos or slides of a topic, which open on their own site, each with a tick. */
function MediaList({ items, onTick }: MediaListProps) {
  return (
    <ul className="overflow-hidden rounded-md border border-line bg-sheet sheet-shadow">
      {items.map((item) => (
        <li
          key={item.id}
          className={`grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line not-first:border-t sm:grid-cols-[minmax(0,1fr)_auto_auto] ${item.address === null ? 'text-pencil' : ''}`}
        >
          <div
            className={`min-w-0 px-3.5 py-1 leading-snug wrap-anywhere ${item.kind === 'video' ? 'max-[20rem]:col-span-2' : ''}`}
          >
            {item.address === null ? (
              <span className="block py-2">{item.title}</span>
            ) : (
              <TextLink href={item.address} target="_blank" rel="noreferrer">
                {item.title}
                <span aria-hidden="true">{'\u00A0'}↗</span>
                <span className="sr-only"> (opens in a new tab)</span>
              </TextLink>
            )}
          </div>
          {item.kind === 'video' && (
            <span className="px-3.5 text-pencil figures min-[20rem]:max-sm:-mt-2 min-[20rem]:max-sm:pb-2.5 max-sm:text-note">
              {item.minutes} {item.minutes === 1 ? 'minute' : 'minutes'}
            </span>
          )}
          {item.address !== null && (
            <div className="max-sm:col-start-2 min-[20rem]:max-sm:row-span-2 min-[20rem]:max-sm:row-start-1 [&>label]:bg-transparent!">
              <Choice
                type="checkbox"
                name={item.id}
                checked={item.done}
                onChange={(done) => onTick(item, done)}
              >
                {item.kind === 'video' ? 'Watched' : 'Read'}
                <span className="sr-only">: {item.title}</span>
              </Choice>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
