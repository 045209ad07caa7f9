// /user-home: the next lesson, the lessons ahead, the family's numbers, and credits to buy. A
// student sees no money.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';

import { hasStarted } from '../../../domain/lessons/lesson.ts';
import { givenUpPath, paths, paymentPath } from '../../../domain/paths.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import { calledName } from '../../../domain/people/student-rules.ts';
import { ukDate } from '../../../domain/time.ts';
import { asksFromSeptember } from '../../../domain/year-class.ts';
import {
  readNumbers,
  LOADING_PROFILE,
  profileQuery,
  type FamilyNumbers,
} from '../../data/family.ts';
import { lessonsAheadQuery, lessonsQuery } from '../../data/lessons.ts';
import { FamilyActions } from '../../frames/family-actions.tsx';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import {
  useDialogParam,
  LESSON_PARAM,
  PART_PARAM,
  useLessonDialog,
} from '../../navigation/use-dialog-param.ts';
import { mondayIn } from '../../navigation/week-nav.tsx';
import { pages } from '../../pages.ts';
import { NetworkError } from '../../transport/failures.ts';
import { describeFailure, startQuery } from '../../transport/query-client.ts';
import { useSession } from '../../transport/session.ts';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { FailedState } from '../../ui/loaded.tsx';
import { UnconfirmedEmail } from '../unconfirmed-email.tsx';
import { useCourseChoice } from './course-filter.tsx';
import { FamilyFigures } from './family-figures.tsx';
import { useConnection } from './live-lessons.ts';
import { NextLessonCard, type NextLessonCardProps } from './next/next-lesson-card.tsx';
import { usePromotion, PromotionCard } from './waiting-entries.tsx';
import { LessonsView, startCalendar } from './weeks/lessons-view.tsx';
import { YearQuestions } from './year-questions.tsx';

// Lazy: not needed for a first look at the lessons.
const LessonFringes = lazy(() => import('./lesson-fringes.tsx'));

const BuyCreditsDialog = lazy(() => import('./buy-credits-dialog.tsx'));

/** From here on a week has room for its seven days. */
const WIDE = '(width >= 48rem)';

/**
 * The payment provider returns families to their home page, with the outcome of the payment in the
 * address.
 */
export function loader({ request }: LoaderFunctionArgs): Response | null {
  const { searchParams } = new URL(request.url);
  const sessionId = searchParams.get('session_id');
  switch (searchParams.get('payment')) {
    case 'success':
      return redirect(paymentPath(paths.paymentSuccess, sessionId));
    case 'cancelled': {
      const [monday, lessonId] = [searchParams.get('week'), searchParams.get('lesson')];
      return redirect(
        monday === null || lessonId === null
          ? paymentPath(paths.paymentCancelled, sessionId)
          : givenUpPath(monday, lessonId),
      );
    }
    default:
      return null;
  }
}

export function start({ search }: PageAddress): void {
  const today = ukDate(Date.now());
  if (window.matchMedia(WIDE).matches) startCalendar();
  startQuery(profileQuery);
  startQuery(lessonsAheadQuery(today));
  startQuery(lessonsQuery(mondayIn(search, today), today));
}

/** What the page knows about the family; parts are undefined while loading. */
function useFamily(now: number) {
  const session = useSession('family');
  const profile = useQuery(profileQuery);
  const ahead = useQuery(lessonsAheadQuery(ukDate(now)));
  const loadedUser = profile.data?.user;
  const user = loadedUser ?? session?.user;
  const isStudent = user?.role === 'student';
  const counted = readNumbers(profile.data);
  const numbers = isStudent ? { ...counted, credits: null } : counted;
  const freeLesson = profile.data?.free_lesson ?? null;
  const until = profile.data?.confirm_free_lesson_by ?? null;
  const confirmBy = until === null ? null : Date.parse(until);
  const { credits } = numbers;
  const booker =
    loadedUser === undefined || credits === undefined
      ? undefined
      : { user: loadedUser, credits, freeLesson, confirmBy, lessons: ahead.data ?? [] };
  const isUnconfirmed = loadedUser?.role === 'parent' && !loadedUser.email_confirmed;
  // A booked lesson ahead has <ConfirmNote>, with the deadline.
  const hasConfirmNote =
    confirmBy !== null &&
    ahead.data?.some((lesson) => lesson.isBooked && !hasStarted(lesson, now)) !== false;
  return {
    profile,
    ahead,
    user,
    loadedUser,
    isStudent,
    numbers,
    booker,
    note: isUnconfirmed && !hasConfirmNote ? <UnconfirmedEmail user={loadedUser} /> : null,
  };
}

export default function FamilyHome() {
  const now = useNow();
  const family = useFamily(now);
  const { ahead, loadedUser, numbers, booker, note } = family;
  const lessonDialog = useLessonDialog();
  const buyCreditsDialog = useDialogParam('buy', { instead: [LESSON_PARAM, PART_PARAM] });
  const openBuyCredits = () => buyCreditsDialog.open('credits');
  const course = useCourseChoice(family.user);
  const isWide = useMedia(WIDE);
  const figures = <FamilyFigures numbers={numbers} onBuy={openBuyCredits} />;
  return (
    <PageFrame
      title={pages[paths.familyHome].title}
      actions={<FamilyActions here={paths.familyHome} />}
    >
      <div className="grid grid-cols-1 gap-4 max-sm:-my-4 sm:gap-6">
        <header className="flex items-center justify-between gap-x-3">
          <h1 className="min-w-0 text-title wrap-anywhere">
            {family.user === undefined ? 'Your lessons' : `Hello, ${calledName(family.user.name)}`}
          </h1>
          <CreditChip credits={numbers.credits} onBuy={openBuyCredits} />
        </header>
        {/* In summer the year is about to change again. */}
        {loadedUser?.role === 'parent' && !asksFromSeptember(now) && (
          <YearQuestions students={loadedUser.students} onAnswered={course.follow} />
        )}
        <Promotion ahead={ahead.data} user={loadedUser} now={now} onShow={lessonDialog.show} />
        <FirstCard
          {...family}
          choice={course.choice}
          now={now}
          onShow={lessonDialog.show}
          note={isWide ? note : null}
        />
        {isWide && figures}
        <LessonsView
          isWide={isWide}
          choice={course.choice}
          onChoose={course.choose}
          booker={booker}
          dialog={lessonDialog}
          onBuy={openBuyCredits}
          note={isWide || note === null ? null : <Card className="p-4">{note}</Card>}
          figures={isWide ? null : figures}
        />
        {loadedUser !== undefined && numbers.attended !== undefined && numbers.attended > 0 && (
          <Suspense>
            <LessonFringes user={loadedUser} attended={numbers.attended} />
          </Suspense>
        )}
      </div>
      <OfflineBar ahead={ahead} />
      {buyCreditsDialog.value !== null && !family.isStudent && (
        <Suspense>
          <BuyCreditsDialog
            isFirstFree={booker?.freeLesson === 'available'}
            onClose={buyCreditsDialog.close}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}

type Family = ReturnType<typeof useFamily>;

interface PromotionProps extends Pick<NextLessonCardProps, 'ahead' | 'now' | 'onShow'> {
  user: Family['loadedUser'];
}

/** A spot that came from a waiting list. */
function Promotion({ ahead, user, ...rest }: PromotionProps) {
  const { promotion, dismiss } = usePromotion(ahead, user);
  return (
    <output className="grid empty:hidden">
      {promotion !== null && user !== undefined && (
        <PromotionCard {...promotion} {...rest} user={user} onDismiss={dismiss} />
      )}
    </output>
  );
}

type FirstCardProps = Pick<Family, 'profile' | 'ahead' | 'numbers' | 'booker'> &
  Pick<NextLessonCardProps, 'choice' | 'now' | 'onShow' | 'note'>;

/** The next lesson, unless the calendar below says that the lessons failed to load. */
function FirstCard({ profile, ahead, numbers, booker, ...rest }: FirstCardProps) {
  if (profile.isError && profile.data === undefined) {
    return (
      <FailedState
        title={LOADING_PROFILE.title}
        text={describeFailure(profile.error, LOADING_PROFILE).description}
        onRetry={profile.refetch}
        busy={profile.isFetching}
      />
    );
  }
  if (ahead.isError && ahead.data === undefined) return null;
  return (
    <NextLessonCard ahead={ahead.data} booker={booker} isNew={numbers.attended === 0} {...rest} />
  );
}

interface CreditChipProps {
  /** Null for a student; undefined while loading. */
  credits: FamilyNumbers['credits'];
  onBuy: () => void;
}

/** <CreditChip>: the balance beside the page's title, which opens the way to buy more. */
function CreditChip({ credits, onBuy }: CreditChipProps) {
  if (credits === null) return null;
  return (
    <button
      type="button"
      className={`group figures min-h-11 min-w-[5.75rem] shrink-0 cursor-pointer rounded-[1.375rem] border px-3 font-bold whitespace-nowrap max-sm:text-sm ${credits === undefined ? 'border-transparent' : 'border-rule bg-sheet hover:border-ink'}`}
      onClick={onBuy}
    >
      {credits !== undefined && (
        <>
          {creditCount(credits)}{' '}
          <span className="pl-0.5 text-signal underline underline-offset-4 group-hover:decoration-2">
            buy
          </span>
        </>
      )}
      <span className="sr-only">{credits === undefined ? 'Buy more' : ' more'}</span>
    </button>
  );
}

/** The local time of day. Made only when it is shown: a page's first formatter is slow. */
const clockTime = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);

/** Rendered from the start, so that screen readers announce its text. */
function OfflineBar({ ahead }: Pick<Family, 'ahead'>) {
  const isOnline = useConnection();
  const isStale = ahead.data !== undefined && ahead.error instanceof NetworkError;
  const since = ahead.dataUpdatedAt;
  return (
    <output className="offline-bar fixed inset-x-0 bottom-(--bar) z-30 block min-h-(--offline) bg-ink text-center text-sm leading-8 font-bold text-paper empty:hidden">
      {(!isOnline || isStale) &&
        (since === 0 ? 'Offline' : `Offline, shown as of ${clockTime(since)}`)}
    </output>
  );
}
