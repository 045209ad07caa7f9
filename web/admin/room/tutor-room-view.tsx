// <TutorRoomView>: the tutor's room of a lesson: what is asked, the next step always at the same
// place, who is there, and afterwards the summary.
import { useRef } from 'react';

import { lessonSpan } from '../../../domain/lessons/lesson.ts';
import { paths, tutorRoomPath, weekPath } from '../../../domain/paths.ts';
import type { AskedQuestion } from '../../../domain/rooms/room.ts';
import {
  currentQuestion,
  nextQuestion,
  proposeStep,
  refuseStep,
  type Step,
  type TutorRoom,
} from '../../../domain/rooms/tutor-room.ts';
import { MINUTE_MS, mondayOf, ukDate } from '../../../domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useChange, useNow } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { BackLink, PageHeader } from '../../ui/page-header.tsx';
import { HourStrip } from '../hour-strip.tsx';
import { waysClass } from '../lesson-ways.tsx';
import { AskedQuestionPart, Earlier, NextUp, QuestionText } from './asked-question.tsx';
import { useAsking } from './data.ts';
import { HeatMap } from './heat-map.tsx';
import { LetterPart } from './letter.tsx';
import { QuestionsLeft } from './questions-left.tsx';
import { NotLive, ShortcutSettings, useShortcuts, StepBar } from './step-bar.tsx';

interface TutorRoomViewProps {
  room: TutorRoom;
  /** Whether events arrive. */
  isLive: boolean;
}

export function TutorRoomView({ room, isLive }: TutorRoomViewProps) {
  const { lesson, items, asked } = room;
  const { ask, change } = useAsking(lesson.id);
  const busy = ask.isPending || change.isPending;
  const current = currentQuestion(room);
  const next = nextQuestion(room);
  const proposed = proposeStep(room);
  const nextUp = lesson.state === 'live' && proposed === 'next' ? next : null;
  const isAsking = lesson.state === 'live' && (asked.length > 0 || hasQuestions(room));
  const take = (step: Step) => {
    if (busy || refuseStep(room, step) !== null) return;
    if (step === 'next') {
      if (next !== null) ask.mutate(next.id);
    } else if (current !== null) {
      const state = step === 'close' ? 'closed' : step === 'again' ? 'asked' : 'revealed';
      change.mutate({ id: current.id, state });
    }
  };
  const shortcuts = useShortcuts(take, isAsking);
  const question = useRef<HTMLDivElement>(null);
  const isWide = useMedia('(min-width: 64rem)');
  // It may have been asked from the end of the page.
  useChange(current?.id, () => question.current?.scrollIntoView({ block: 'nearest' }));
  const gap = lesson.state === 'live' ? 'gap-5' : 'gap-8';
  const numberOf = (one: AskedQuestion) => asked.indexOf(one) + 1;
  const itemOf = (itemId: string) => items.find(({ id }) => id === itemId);
  const bar = isAsking && (
    <StepBar
      room={room}
      isLive={isLive}
      busy={busy}
      hasKeys={shortcuts.isOn}
      proposed={proposed}
      onStep={take}
    />
  );
  return (
    // Not a grid: a sticky part stays within its row of one.
    <div
      className={`flex min-w-0 flex-col ${gap} max-lg:[&_:is(a,button,summary,section)]:scroll-mb-40`}
    >
      <Head room={room} />
      {lesson.state !== 'before' && (
        <div className={lesson.state === 'live' ? 'max-lg:hidden' : ''}>
          <Hour room={room} />
        </div>
      )}
      {!isWide && bar}
      {lesson.state === 'before' && !isLive && <NotLive />}
      {room.topic === null && <NoTopic room={room} />}
      {lesson.state === 'after' && (
        <div className={`grid grid-cols-1 items-start ${gap} lg:grid-cols-2 lg:gap-x-10`}>
          <LetterPart room={room} />
          <Summary room={room} />
        </div>
      )}
      <div className={`grid grid-cols-1 ${gap} ${columns}`}>
        {lesson.state === 'live' && (
          <div
            ref={question}
            className={`grid scroll-mt-4 grid-cols-1 gap-5 max-lg:scroll-mb-40 lg:col-start-2 ${isAsking ? '' : 'lg:hidden'}`}
          >
            {current !== null && (
              <AskedQuestionPart
                question={current}
                number={numberOf(current)}
                item={itemOf(current.Item_ID)}
              />
            )}
            {nextUp !== null && <NextUp item={nextUp} />}
            {isWide && bar}
            {/* On a phone the question comes first. */}
            <div className="lg:hidden">
              <Hour room={room} />
            </div>
          </div>
        )}
        <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <HeatMap room={room} />
        </div>
        <div className={`grid grid-cols-1 content-start ${gap} lg:col-start-2`}>
          <Earlier
            questions={
              lesson.state === 'live' ? asked.filter(({ id }) => id !== current?.id) : asked
            }
            numberOf={numberOf}
            itemOf={itemOf}
            onReveal={(id) => change.mutate({ id, state: 'revealed' })}
            busy={busy}
          />
          {room.topic !== null && lesson.state !== 'after' && (
            <QuestionsLeft
              room={room}
              nextUp={nextUp}
              busy={busy}
              onAsk={(itemId) => ask.mutate(itemId)}
            />
          )}
        </div>
      </div>
      {isAsking && <ShortcutSettings shortcuts={shortcuts} />}
    </div>
  );
}

/** At a desk the questions stand beside the students. */
const columns = 'lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-10';

const hasQuestions = ({ items }: TutorRoom) => items.some(({ kind }) => kind === 'question');

const stateWords = {
  before: ['plain', 'Before the lesson'],
  live: ['signal', 'Live now'],
  after: ['plain', 'After the lesson'],
} as const;

function Head({ room: { lesson, topic } }: Pick<TutorRoomViewProps, 'room'>) {
  const now = useNow(MINUTE_MS);
  const date = ukDate(Date.parse(lesson.starts_at));
  const [tone, word] = stateWords[lesson.state];
  return (
    <div className="wrap-anywhere">
      <div className="-mt-1 mb-1 grid max-sm:-mt-3 print:hidden">
        {date === ukDate(now) ? (
          <BackLink href={paths.adminLive}>Live</BackLink>
        ) : (
          <BackLink href={weekPath(paths.adminPlanner, mondayOf(date))}>Planner</BackLink>
        )}
      </div>
      <PageHeader
        title={lesson.Lesson_Name}
        text={
          <>
            {topic !== null && (
              <span className="block">
                {topic.reference !== '' && `${topic.reference} `}
                {topic.name}
              </span>
            )}
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="figures">{lessonSpan(lesson, now)}</span>
              <span className="flex print:hidden">
                <Badge tone={tone}>{word}</Badge>
              </span>
            </span>
          </>
        }
        actions={
          <div className={`${waysClass} print:hidden`}>
            {lesson.Meeting_Link !== '' && lesson.state !== 'after' && (
              <LinkButton
                variant="secondary"
                href={lesson.Meeting_Link}
                target="_blank"
                rel="noreferrer"
              >
                Join the meeting<span className="sr-only"> (opens in a new tab)</span>
              </LinkButton>
            )}
            <LinkButton
              variant="secondary"
              href={tutorRoomPath(lesson.id, 'screen')}
              target="_blank"
            >
              <span>
                Screen<span className="max-[22rem]:sr-only"> for the class</span>
              </span>
              <span className="sr-only"> (opens in a new tab)</span>
            </LinkButton>
          </div>
        }
      />
    </div>
  );
}

/** <Hour>: the hour of the lesson, which stays with it. */
function Hour({ room: { lesson, students, asked } }: Pick<TutorRoomViewProps, 'room'>) {
  const now = useNow(MINUTE_MS);
  return (
    <HourStrip
      startsAt={lesson.starts_at}
      joined={students.map(({ joined_at }) => joined_at)}
      asked={asked.map(({ asked_at }) => asked_at)}
      {...(lesson.state === 'live' ? { now } : {})}
    />
  );
}

function NoTopic({ room: { lesson } }: Pick<TutorRoomViewProps, 'room'>) {
  const monday = mondayOf(ukDate(Date.parse(lesson.starts_at)));
  return (
    <EmptyState
      title="This lesson has no topic"
      text="A topic brings videos, slides and questions. Choose one in the planner."
      action={<LinkButton href={weekPath(paths.adminPlanner, monday)}>Choose a topic</LinkButton>}
    />
  );
}

/**
 * <Summary>: after the lesson, which questions were missed, which misconceptions were chosen, and
 * whom to help. Printable.
 */
function Summary({ room }: { room: TutorRoom }) {
  const { items, students, missed, help } = room;
  const nameOf = (id: string) => students.find((one) => one.Student_ID === id)?.Student_Name ?? '';
  const hasAnswers = students.some(({ results }) =>
    Object.values(results).some((result) => result !== 'done'),
  );
  return (
    <section aria-labelledby="summary" className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="summary" className="text-heading">
          Summary
        </h2>
        <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {help.length > 0 && (
        <div className="break-inside-avoid">
          <h3 className="font-sans font-bold">Help first</h3>
          <ol className="list-decimal pl-6">
            {help.map((id) => (
              <li key={id} className="wrap-anywhere">
                {nameOf(id)}
              </li>
            ))}
          </ol>
        </div>
      )}
      <div>
        <h3 className="font-sans font-bold">Missed questions</h3>
        {missed.length === 0 && (
          <p>{hasAnswers ? 'No question was missed.' : 'Nobody has answered a question.'}</p>
        )}
        <ol className="grid grid-cols-1">
          {missed.map(({ Item_ID: itemId, right, partly, wrong, misconceptions }) => (
            <li
              key={itemId}
              className="grid grid-cols-1 gap-1.5 border-t border-line py-3 break-inside-avoid first:border-t-0"
            >
              <QuestionText item={items.find(({ id }) => id === itemId)} />
              <p className="figures flex flex-wrap gap-x-4 text-note">
                <span className="font-bold text-negative">✗ {wrong} not right</span>
                <span>◐ {partly} partly</span>
                <span>✓ {right} right</span>
              </p>
              {misconceptions.length > 0 && (
                <ul className="list-disc pl-6 text-note text-pencil">
                  {misconceptions.map(({ text, count }) => (
                    <li key={text} className="wrap-anywhere">
                      {text} <span className="figures">({count})</span>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
