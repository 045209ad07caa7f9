// /lessons/:id: the room of a lesson for a student: preparation, live questions, looking back.
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';

import { paths, roomPath } from '../../../domain/paths.ts';
import { useSending } from '../../data/answers.ts';
import { LOADING_ROOM, roomQuery, useLiveRoom } from '../../data/room.ts';
import { useUnsent } from '../../data/unsent-answers.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import { UnsentNotice } from '../../parts/questions/room-question.tsx';
import { loadFailure, startQuery } from '../../transport/query-client.ts';
import { useSession } from '../../transport/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StudentLinks } from '../student-links.tsx';
import { NoRoomView } from './no-room-view.tsx';
import { RoomView } from './room-view.tsx';

const inRoom = (id: string | undefined, search: URLSearchParams) => ({
  lessonId: id ?? '',
  studentId: search.get('student'),
});

export function start({ params, search }: PageAddress): void {
  startQuery(roomQuery(inRoom(params['id'], search)));
}

export default function LessonRoom() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const where = inRoom(id, search);
  const query = useQuery(roomQuery(where));
  const students = useSession('family')?.user.students ?? [];
  const unsent = useUnsent();
  const { data } = query;
  useLiveRoom(where, { isOver: typeof data !== 'object' || data.state === 'after' });
  useSending();
  const pathFor = (studentId: string) => roomPath(where.lessonId, studentId);
  return (
    <PageFrame
      title={pages[paths.lessonRoom].title}
      actions={<FamilyActions here={paths.familyHome} isBelow />}
    >
      {/* No grid: what is sticky would stay in its own row. */}
      <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-8">
        <div className="-mb-6">
          <BackLink href={paths.familyHome}>Dashboard</BackLink>
        </div>
        {typeof data !== 'object' && <UnsentNotice answers={unsent} />}
        {data === undefined && <PageHeader title="Lesson room" />}
        <Loaded query={query} noun="the lesson" {...loadFailure(LOADING_ROOM)}>
          {(room) => {
            if (room === 'which student')
              return (
                <>
                  <PageHeader title="Lesson room" />
                  <StudentLinks students={students} pathFor={pathFor} />
                </>
              );
            if (typeof room === 'string') {
              const others = students.filter((student) => student.id !== where.studentId);
              return (
                <NoRoomView
                  reason={room}
                  lessonId={where.lessonId}
                  others={students.length > 1 ? others : []}
                  pathFor={pathFor}
                />
              );
            }
            const student = students.find((one) => one.id === room.Student_ID);
            return (
              <RoomView
                // Another student's answers start afresh.
                key={`${room.Lesson_ID} ${room.Student_ID}`}
                room={room}
                studentName={students.length > 1 ? (student?.Student_Name ?? null) : null}
              />
            );
          }}
        </Loaded>
      </div>
    </PageFrame>
  );
}
