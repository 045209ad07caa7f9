// /admin-room/{id}: the tutor's room of a lesson; `?view=screen` is for sharing with the class.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';

import { paths, tutorRoomPath } from '../../domain/paths.ts';
import { Asking } from '../admin/room/asking.tsx';
import { ClassScreen } from '../admin/room/class-screen.tsx';
import { HeatMap } from '../admin/room/heat-map.tsx';
import { Summary } from '../admin/room/summary.tsx';
import { tutorRoomQuery, useLiveRoom } from '../api/tutor-room.ts';
import { useSite } from '../content/site-context.ts';
import { Loaded } from '../ui/loaded.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { fullTitle, pages } from './pages.ts';

export default function AdminRoom() {
  const { id = '' } = useParams();
  const { site } = useSite();
  const [search] = useSearchParams();
  useLiveRoom(id);
  const query = useQuery(tutorRoomQuery(id));
  const isScreen = search.get('view') === 'screen';
  const loaded = (
    <Loaded query={query} label="Loading the room" failure="Failed to load the room" reportsStale>
      {(room) =>
        isScreen ? (
          <ClassScreen room={room} />
        ) : (
          <>
            <PageHeader
              title={room.lesson.Lesson_Name}
              text={room.topic?.name ?? 'This lesson has no topic. Choose one in the planner.'}
            />
            <p className="print:hidden">
              <SiteLink href={tutorRoomPath(id, 'screen')}>Screen for the class</SiteLink>
            </p>
            {room.lesson.state === 'after' && <Summary room={room} />}
            <Asking room={room} />
            <HeatMap room={room} />
          </>
        )
      }
    </Loaded>
  );
  if (isScreen)
    return (
      <main className="measure py-8">
        <PageTitle>{fullTitle(pages[paths.adminRoom].title, site.name)}</PageTitle>
        {loaded}
      </main>
    );
  return <AdminFrame title={pages[paths.adminRoom].title}>{loaded}</AdminFrame>;
}
