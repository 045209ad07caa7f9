// <TutorRoomView>: the tutor's room of a lesson: what is asked, the next step always at the same
// place, who is there, and afterwards the summary.
import { paths, tutorRoomPath, weekPath } from '../../../domain/paths.ts';
import {
  currentAsked,
  nextQuestion,
  proposeStep,
  refuseStep,
  type Step,
  type TutorRoom,
} from '../../../domain/rooms/tutor-room.ts';
import { formatUkInstant, mondayOf, ukDate } from '../../../domain/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { EmptyState } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AskedQuestionPart, Earlier, NextUp } from './asked-question.tsx';
import { useAsking } from './data.ts';
import { HeatMap } from './heat-map.tsx';
import { NotLive } from './not-live.tsx';
import { QuestionsLeft } from './questions-left.tsx';
import { ShortcutSettings, useShortcuts } from './shortcuts.tsx';
import { StepBar } from './step-bar.tsx';
import { Summary } from './summary.tsx';

interface TutorRoomViewProps {
  readonly room: TutorRoom;
  /** Whether events arrive. */
  readonly isLive: boolean;
}

export function TutorRoomView({ room, isLive }: TutorRoomViewProps) {
  const { lesson, items, asked } = room;
  const { ask, change } = useAsking(lesson.id);
  const busy = ask.isPending || change.isPending;
  const current = currentAsked(room);
  const next = nextQuestion(room);
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
  const itemOf = (itemId: string) => items.find(({ id }) => id === itemId);
  return (
    // Not a grid: a sticky part stays within its row of one.
    <div
      className={`flex min-w-0 flex-col ${lesson.state === 'live' ? 'gap-5' : 'gap-8'} [&_:is(a,button,summary,section)]:scroll-mb-40`}
    >
      <Head room={room} />
      {lesson.state === 'before' && !isLive && <NotLive />}
      {room.topic === null && <NoTopic room={room} />}
      {lesson.state === 'after' && <Summary room={room} />}
      {lesson.state === 'live' && current !== null && (
        <AskedQuestionPart asked={current} item={itemOf(current.Item_ID)} />
      )}
      {lesson.state === 'live' && current?.state !== 'asked' && next !== null && (
        <NextUp item={next} />
      )}
      <HeatMap room={room} />
      <Earlier
        asked={lesson.state === 'live' ? asked.filter(({ id }) => id !== current?.id) : asked}
        itemOf={itemOf}
        onReveal={(id) => change.mutate({ id, state: 'revealed' })}
        busy={busy}
      />
      {room.topic !== null && lesson.state !== 'after' && (
        <QuestionsLeft room={room} busy={busy} onAsk={(itemId) => ask.mutate(itemId)} />
      )}
      {isAsking && <ShortcutSettings shortcuts={shortcuts} />}
      {isAsking && (
        <StepBar
          room={room}
          isLive={isLive}
          busy={busy}
          hasKeys={shortcuts.isOn}
          proposed={proposeStep(room)}
          onStep={take}
        />
      )}
    </div>
  );
}

const hasQuestions = ({ items }: TutorRoom) => items.some(({ kind }) => kind === 'question');

const stateWords = {
  before: ['plain', 'Before the lesson'],
  live: ['signal', 'Live now'],
  after: ['plain', 'After the lesson'],
} as const;

function Head({ room: { lesson, topic } }: Pick<TutorRoomViewProps, 'room'>) {
  const [tone, word] = stateWords[lesson.state];
  return (
    <div className="wrap-anywhere">
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
            <span className="figures block">{formatUkInstant(Date.parse(lesson.starts_at))}</span>
            <span className="mt-1 block print:hidden">
              <Badge tone={tone}>{word}</Badge>
            </span>
          </>
        }
        actions={
          <div className="flex flex-wrap gap-3 print:hidden">
            {lesson.Meeting_Link !== '' && lesson.state !== 'after' && (
              <LinkButton
                variant="secondary"
                href={lesson.Meeting_Link}
                target="_blank"
                rel="noreferrer"
              >
                Meeting<span className="sr-only"> (opens in a new tab)</span>
              </LinkButton>
            )}
            <LinkButton
              variant="secondary"
              href={tutorRoomPath(lesson.id, 'screen')}
              target="_blank"
            >
              Screen for the class<span className="sr-only"> (opens in a new tab)</span>
            </LinkButton>
          </div>
        }
      />
    </div>
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
