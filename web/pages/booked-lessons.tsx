// /booked-lessons: the lessons that have bookings.
import { paths } from '../../domain/paths.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { useLogout } from '../api/account.ts';
import { useAdminBookings } from '../api/admin-queries.ts';
import { Button } from '../ui/button.tsx';
import { Badge, StatCard } from '../ui/card.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { PageFrame } from './page-frame.tsx';

export default function BookedLessons() {
  const bookings = useAdminBookings();
  const logout = useLogout('admin');
  const byLesson = Map.groupBy(bookings.data?.bookings ?? [], ({ Lesson_ID }) => Lesson_ID);
  return (
    <PageFrame
      title="Booked Lessons"
      actions={
        <>
          <LinkButton variant="quiet" href={paths.adminDashboard}>
            Back to Dashboard
          </LinkButton>
          <Button variant="quiet" busy={logout.isPending} onClick={() => logout.mutate()}>
            Logout
          </Button>
        </>
      }
    >
      <PageHeader title="Booked lessons" />
      <div className="grid gap-4 sm:grid-cols-2">
        <StatCard label="Booked lessons" value={bookings.data?.stats.totalBookedLessons} />
        <StatCard label="Students" value={bookings.data?.stats.totalUsers} />
      </div>
      {bookings.isPending && <SkeletonList label="Loading bookings" />}
      {bookings.isError && <FailedState title="Failed to load bookings" onRetry={bookings.refetch} />}
      {bookings.data !== undefined && byLesson.size === 0 && <EmptyState title="No bookings yet" />}
      {[...byLesson].map(([id, group]) => {
        const lesson = group[0];
        if (lesson === undefined) return null;
        return (
          <details key={id} className="rounded-md border border-line bg-sheet p-4">
            <summary className="min-h-11 cursor-pointer py-2 font-bold">
              {lesson.Lesson_Name}, {formatDate(lesson.Lesson_Date, 'short')} {shortTime(lesson.Lesson_Time)}
            </summary>
            <ul>
              {group.map((booking) => (
                <li key={booking.id} className="py-1">
                  {booking.Student_Name} <Badge tone="positive">Confirmed</Badge>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </PageFrame>
  );
}
