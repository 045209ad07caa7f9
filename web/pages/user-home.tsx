// /user-home: the student's numbers, the week's lessons, and credits to buy.
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';

import { refuseBooking, refuseCancellation } from '../../domain/booking.ts';
import { formatMoney } from '../../domain/credits.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { lessonState, type StudentLesson } from '../../domain/lesson.ts';
import { paymentPath, paths } from '../../domain/paths.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { useLogout } from '../api/account.ts';
import {
  useBookLesson,
  useCancelBooking,
  useCheckout,
  useLessons,
  useProducts,
  useProfile,
} from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Badge, StatCard } from '../ui/card.tsx';
import { confirm, Confirmations } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { FailedState } from '../ui/states.tsx';
import { useNow } from '../ui/use-now.ts';
import { calendarItemClass, WeekCalendar } from '../ui/week-calendar.tsx';
import { useWeek, WeekNav } from '../ui/week-nav.tsx';
import { PageFrame } from './page-frame.tsx';

export default function UserHome() {
  const [search] = useSearchParams();
  const payment = search.get('payment');
  const sessionId = search.get('session_id');
  if (payment === 'success') return <Navigate to={paymentPath(paths.paymentSuccess, sessionId)} replace />;
  if (payment === 'cancelled') {
    return <Navigate to={paymentPath(paths.paymentCancelled, sessionId)} replace />;
  }
  return <Dashboard />;
}

function Dashboard() {
  const week = useWeek();
  const now = useNow();
  const profile = useProfile();
  const lessons = useLessons(week.monday);
  const logout = useLogout('student');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [buying, setBuying] = useState(false);
  const user = profile.data?.user;
  const stats = profile.data?.stats;
  const chosen = lessons.data?.find(({ id }) => id === chosenId);
  return (
    <PageFrame
      title="Dashboard"
      actions={
        <Button variant="quiet" busy={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      }
    >
      <PageHeader title={user === undefined ? 'Your lessons' : `Hello, ${user.Student_Name}`} />
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <StatCard label="Lessons Attended" value={stats?.lessonsAttended ?? user?.Lessons_Attended} />
        <StatCard label="Upcoming Bookings" value={stats?.upcomingBookings ?? user?.Lessons_Booked} />
        <StatCard label="Credits Remaining" value={stats?.creditsRemaining ?? user?.Credits} />
        <div className="grid place-items-center rounded-md border border-dashed border-rule p-5">
          <Button onClick={() => setBuying(true)}>Buy Credits</Button>
        </div>
      </div>
      <WeekNav week={week} />
      {lessons.isPending && <SkeletonList label="Loading lessons" />}
      {lessons.isError && <FailedState title="Failed to load lessons" onRetry={lessons.refetch} />}
      {lessons.data !== undefined && (
        <WeekCalendar
          week={week}
          label="Lessons"
          items={lessons.data}
          keyOf={({ id }) => id}
          dateOf={(lesson) => lesson.Date}
          renderItem={(lesson) => (
            <button type="button" className={calendarItemClass} onClick={() => setChosenId(lesson.id)}>
              <span className="figures font-bold">{shortTime(lesson.Time)}</span> {lesson.Lesson_Name}{' '}
              <Badge>{lessonState(lesson, now)}</Badge>
            </button>
          )}
        />
      )}
      {chosen !== undefined && (
        <LessonDialog
          lesson={chosen}
          credits={user?.Credits ?? 0}
          now={now}
          onClose={() => setChosenId(null)}
        />
      )}
      <CreditsDialog open={buying} onClose={() => setBuying(false)} />
      <Confirmations />
    </PageFrame>
  );
}

interface LessonDialogProps {
  readonly lesson: StudentLesson;
  readonly credits: number;
  readonly now: number;
  readonly onClose: () => void;
}

function LessonDialog({ lesson, credits, now, onClose }: LessonDialogProps) {
  const book = useBookLesson();
  const cancel = useCancelBooking();
  const refusal = lesson.isBooked
    ? refuseCancellation(lesson, now)
    : refuseBooking(lesson, { Credits: credits }, now);
  const act = async () => {
    if (lesson.bookingId === null) {
      book.mutate({ lessonId: lesson.id }, { onSuccess: onClose });
      return;
    }
    const sure = await confirm({
      title: 'Cancel booking',
      text: 'Are you sure you want to cancel this lesson booking? Your credit will be refunded.',
      action: 'Cancel booking',
    });
    if (sure) cancel.mutate({ bookingId: lesson.bookingId }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={lesson.Lesson_Name}
      description={`${formatDate(lesson.Date, 'long')} at ${shortTime(lesson.Time)}, UK time`}
      actions={
        <Button
          busy={book.isPending || cancel.isPending}
          disabledReason={refusal === null ? null : errorCatalogue[refusal].text}
          onClick={() => void act()}
        >
          {lesson.isBooked ? 'Cancel booking' : 'Book for 1 credit'}
        </Button>
      }
    >
      {lesson.Meeting_Link !== null && <a href={lesson.Meeting_Link}>Join the lesson</a>}
      <p>{lesson.isBooked ? lesson.lesson_notes : `${lesson.availableSpots} spots left`}</p>
    </Dialog>
  );
}

function CreditsDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const products = useProducts();
  const checkout = useCheckout();
  return (
    <Dialog open={open} onOpenChange={onClose} title="Buy credits">
      <ul className="grid gap-3">
        {products.data?.map((product) => (
          <li key={product.id}>
            <Button
              variant="secondary"
              className="w-full"
              busy={checkout.isPending}
              onClick={() => checkout.mutate({ credits: product.credits })}
            >
              {product.name}, {formatMoney(product.price, product.currency)}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
