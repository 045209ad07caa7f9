// /admin-room/{id}: the tutor's room of a lesson; `?view=screen` is for sharing with the class.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { currentQuestion, type TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import { useSite } from '../../content/site-context.ts';
import { tutorRoomQuery } from '../../data/tutor-room.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { fullTitle, pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader, PageTitle } from '../../ui/page-header.tsx';
import { Rendered } from '../../ui/rendered.tsx';
import { NumberScale, RightAnswer, RoundBars } from './asked-question.tsx';
import { useLiveTutorRoom } from './data.ts';
import { NotLive } from './step-bar.tsx';
import { TutorRoomView } from './tutor-room-view.tsx';

export function start({ params: { id = '' } }: PageAddress): void {
  startQuery(tutorRoomQuery(id));
}

export default function AdminRoom() {
  const { id = '' } = useParams();
  const { site } = useSite();
  const [search] = useSearchParams();
  const query = useQuery(tutorRoomQuery(id));
  const { data } = query;
  const isLive = useLiveTutorRoom(id, { isOn: data?.lesson.state !== 'after' && data !== null });
  const isScreen = search.get('view') === 'screen';
  const { title } = pages[paths.adminRoom];
  const loaded = (
    <>
      {(data === undefined || data === null) && <PageHeader title="Lesson room" />}
      <Loaded query={query} noun="the room">
        {(room) => {
          if (room === null) return <NoLesson />;
          return isScreen ? (
            <ClassScreen room={room} isLive={isLive} />
          ) : (
            <TutorRoomView room={room} isLive={isLive} />
          );
        }}
      </Loaded>
    </>
  );
  if (!isScreen)
    return (
      <AdminFrame title={title} dense>
        {loaded}
      </AdminFrame>
    );
  return (
    <main className="flex min-h-dvh flex-col gap-8 px-4 py-8 sm:px-[6vw] sm:py-[5vh]">
      <PageTitle>{fullTitle(title, site.name)}</PageTitle>
      {loaded}
    </main>
  );
}

function NoLesson() {
  return (
    <EmptyState
      title="This lesson no longer exists"
      text="It was deleted, or part of the link was lost on the way."
      action={<LinkButton href={paths.adminPlanner}>Planner</LinkButton>}
    />
  );
}

interface ClassScreenProps {
  room: TutorRoom;
  /** Whether events arrive. */
  isLive: boolean;
}

/**
 * <ClassScreen>: the question for the whole class, large enough for a shared window, without names,
 * and without bars or right answers until they are revealed.
 */
function ClassScreen({ room, isLive }: ClassScreenProps) {
  const current = currentQuestion(room);
  const item = room.items.find(({ id }) => id === current?.Item_ID);
  return (
    <div className="flex flex-1 flex-col gap-6 text-[clamp(1.25rem,min(0.7rem+2vw,4vh),3.5rem)] leading-snug">
      {current === null || item?.kind !== 'question' ? (
        <div className="m-auto grid gap-4 text-center">
          <h1 className="text-display wrap-anywhere">
            {room.topic?.name ?? room.lesson.Lesson_Name}
          </h1>
          <p className="text-pencil">
            {room.lesson.state === 'after'
              ? 'The lesson is over.'
              : 'The next question appears here.'}
          </p>
        </div>
      ) : (
        <>
          <div className="figures flex flex-wrap justify-between gap-x-8 text-[0.75em] text-pencil">
            <h1 className="font-sans text-[1em] font-bold">
              Question {room.asked.indexOf(current) + 1}
              {current.round === 2 && ', second round'}
            </h1>
            <p>
              {current.state === 'closed' && 'Closed: '}
              <b className="text-ink">{current.answered}</b> of {current.booked} answered
            </p>
          </div>
          <Rendered className="text-[1.15em] font-bold" html={item.question.text_html} />
          {item.question.kind === 'choice' && current.state !== 'revealed' && (
            <ul className="lettered grid gap-3">
              {item.question.choices.map(({ id, text_html }) => (
                <li key={id} className="rounded-md border border-rule bg-sheet px-5 py-3">
                  <Rendered className="letter" html={text_html} />
                </li>
              ))}
            </ul>
          )}
          {current.state === 'revealed' && (
            <div
              className={`grid gap-x-10 gap-y-6 text-[0.85em] ${item.question.kind === 'choice' ? 'lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]' : 'lg:grid-cols-[minmax(0,1fr)_fit-content(60%)]'}`}
            >
              {/* Empty before anybody has answered: the right answer then has all the width. */}
              <div className="grid grid-cols-1 content-start gap-6 empty:hidden">
                <NumberScale question={current} item={item} />
                <RoundBars question={current} item={item} />
              </div>
              <RightAnswer item={item} />
            </div>
          )}
        </>
      )}
      {!isLive && (
        <div className="text-lg">
          <NotLive />
        </div>
      )}
    </div>
  );
}
