// <TutorRoomView>: the tutor's room of a lesson: what is asked, the next step always at the same
// place, who is there, and afterwards the summary.
import { type ComponentProps, type ReactNode, useRef } from 'react';

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
import { BackLink } from '../../ui/back-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useChange, useNow } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { HourStrip } from '../hour-strip.tsx';
import { waysClass } from '../lesson-ways.tsx';
import { AskedQuestionPart, Earlier, NextUp } from './asked-question.tsx';
import { pageAbove, useAsking } from './data.ts';
import { HeatMap } from './heat-map.tsx';
import { LetterPart } from './letter.tsx';
import { QuestionsLeft } from './questions-left.tsx';
import { NotLive, ShortcutSettings, useShortcuts, StepBar } from './step-bar.tsx';
import { Summary } from './summary.tsx';

interface TutorRoomViewProps {
  room: TutorRoom;
  /** Whether events arrive. */
  isLive: boolean;
}

/** What is asked, what comes next, and `takeStep`, which takes one if nothing forbids it. */
function useSteps(room: TutorRoom) {
  const { lesson, asked } = room;
  const { ask, change } = useAsking(lesson.id);
  const busy = ask.isPending || change.isPending;
  const current = currentQuestion(room);
  const next = nextQuestion(room);
  const proposed = proposeStep(room);
  const takeStep = (step: Step) => {
    if (busy || refuseStep(room, step) !== null) return;
    if (step === 'next') {
      if (next !== null) ask.mutate(next.id);
    } else if (current !== null) {
      const state = step === 'close' ? 'closed' : step === 'again' ? 'asked' : 'revealed';
      change.mutate({ id: current.id, state });
    }
  };
  const isLive = lesson.state === 'live';
  return {
    busy,
    current,
    proposed,
    nextUp: isLive && proposed === 'next' ? next : null,
    isAsking: isLive && (asked.length > 0 || hasQuestions(room)),
    takeStep,
    ask: (itemId: string) => ask.mutate(itemId),
    reveal: (id: string) => change.mutate({ id, state: 'revealed' }),
  };
}

export function TutorRoomView({ room, isLive }: TutorRoomViewProps) {
  const { lesson, items, asked } = room;
  const steps = useSteps(room);
  const { busy, current, nextUp, isAsking } = steps;
  const shortcuts = useShortcuts(steps.takeStep, isAsking);
  const isWide = useMedia('(min-width: 64rem)');
  const isOver = lesson.state === 'after';
  const gap = lesson.state === 'live' ? 'gap-5' : 'gap-8';
  const questions = {
    numberOf: (one: AskedQuestion) => asked.indexOf(one) + 1,
    itemOf: (itemId: string) => items.find(({ id }) => id === itemId),
  };
  const bar = isAsking && (
    <StepBar
      room={room}
      isLive={isLive}
      busy={busy}
      hasKeys={shortcuts.isOn}
      proposed={steps.proposed}
      onStep={steps.takeStep}
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
      <div className={`grid grid-cols-1 ${gap} ${isOver ? columnsAfter : columns}`}>
        {isOver && (
          <>
            <LetterPart room={room} />
            <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
              <Summary room={room} />
            </div>
          </>
        )}
        {lesson.state === 'live' && (
          <QuestionNow room={room} {...steps} {...questions}>
            {isWide && bar}
          </QuestionNow>
        )}
        <div
          className={`min-w-0 lg:col-start-1 lg:row-span-2 ${isOver ? 'lg:row-start-2' : 'lg:row-start-1'}`}
        >
          <HeatMap room={room} />
        </div>
        <div className={`grid grid-cols-1 content-start ${gap} lg:col-start-2`}>
          <Earlier
            {...questions}
            questions={
              lesson.state === 'live' ? asked.filter(({ id }) => id !== current?.id) : asked
            }
            onReveal={steps.reveal}
            busy={busy}
          />
          {room.topic !== null && lesson.state !== 'after' && (
            <QuestionsLeft room={room} nextUp={nextUp} busy={busy} onAsk={steps.ask} />
          )}
        </div>
      </div>
      {isAsking && <ShortcutSettings shortcuts={shortcuts} />}
    </div>
  );
}

interface QuestionNowProps
  extends
    Pick<TutorRoomViewProps, 'room'>,
    Pick<ReturnType<typeof useSteps>, 'current' | 'nextUp' | 'isAsking'>,
    Pick<ComponentProps<typeof Earlier>, 'numberOf' | 'itemOf'> {
  /** The next step, where it stands beside the students. */
  children: ReactNode;
}

/** What is asked while the lesson runs, or comes next. */
function QuestionNow(props: QuestionNowProps) {
  const { room, current, nextUp, isAsking, numberOf, itemOf, children } = props;
  const element = useRef<HTMLDivElement>(null);
  // It may have been asked from the end of the page.
  useChange(current?.id, () => element.current?.scrollIntoView({ block: 'nearest' }));
  return (
    <div
      ref={element}
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
      {children}
      {/* On a phone the question comes first. */}
      <div className="lg:hidden">
        <Hour room={room} />
      </div>
    </div>
  );
}

/** At a desk the questions stand beside the students. */
const columns = 'lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-10';
/** Under the letter and beside the summary, which the row between makes room for. */
const columnsAfter = 'lg:grid-cols-2 lg:grid-rows-[auto_auto_1fr] lg:gap-x-10';

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
      <div className="mb-2 grid print:hidden">
        {pageAbove(lesson, now) === paths.adminLive ? (
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
