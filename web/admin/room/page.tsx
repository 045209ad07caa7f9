// /admin-room/{id}: the tutor's room of a lesson; `?view=screen` is for sharing with the class.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';

import { paths } from '../../../domain/paths.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { useSite } from '../../content/site-context.ts';
import { tutorRoomQuery } from '../../data/tutor-room.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { fullTitle, pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../ui/loaded.tsx';
import { PageHeader, PageTitle } from '../../ui/page-header.tsx';
import { ClassScreen } from './class-screen.tsx';
import { pageAbove, useLiveTutorRoom } from './data.ts';
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
  const now = useNow(MINUTE_MS);
  const isLive = useLiveTutorRoom(id, { isOn: data?.lesson.state !== 'after' && data !== null });
  const isScreen = search.get('view') === 'screen';
  const { title } = pages[paths.adminRoom];
  const loaded = (
    <>
      {(data === undefined || data === null) && <PageHeader title="Lesson room" />}
      <Loaded query={query} noun="the lesson room">
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
      <AdminFrame title={title} dense above={data ? pageAbove(data.lesson, now) : undefined}>
        {loaded}
      </AdminFrame>
    );
  return (
    <main className="flex h-dvh flex-col gap-8 px-4 py-8 sm:px-[5vw] sm:py-[4vh]">
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
