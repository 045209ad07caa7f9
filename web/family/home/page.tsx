// /user-home: the next lesson, the lessons ahead, the family's numbers, and credits to buy. A
// student sees no money.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, redirect } from 'react-router';

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
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';
import { TextLink } from '../../ui/link-button.tsx';
import { Skeleton, FailedState } from '../../ui/loaded.tsx';
import { UnconfirmedEmail } from '../unconfirmed-email.tsx';
import { useCourseChoice } from './course-filter.tsx';
import { useConnection } from './live-lessons.ts';
import { NextLessonCard } from './next/next-lesson-card.tsx';
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

export default function FamilyHome() {
  const session = useSession('family');
  const now = useNow();
  const profile = useQuery(profileQuery);
  const ahead = useQuery(lessonsAheadQuery(ukDate(now)));
  const lessonDialog = useLessonDialog();
  const buyCreditsDialog = useDialogParam('buy', { instead: [LESSON_PARAM, PART_PARAM] });
  const loadedUser = profile.data?.user;
  const user = loadedUser ?? session?.user;
  const isStudent = user?.role === 'student';
  const numbers = isStudent
    ? { ...readNumbers(profile.data), credits: null }
    : readNumbers(profile.data);
  const { credits } = numbers;
  const course = useCourseChoice(user);
  const freeLesson = profile.data?.free_lesson ?? null;
  const until = profile.data?.confirm_free_lesson_by ?? null;
  const confirmBy = until === null ? null : Date.parse(until);
  const booker =
    loadedUser === undefined || credits === undefined
      ? undefined
      : { user: loadedUser, credits, freeLesson, confirmBy, lessons: ahead.data ?? [] };
  const openBuyCredits = () => buyCreditsDialog.open('credits');
  const isWide = useMedia(WIDE);
  const isOnline = useConnection();
  const { promotion, dismiss } = usePromotion(ahead.data, loadedUser);
  const note =
    loadedUser?.role === 'parent' && !loadedUser.email_confirmed && confirmBy === null ? (
      <UnconfirmedEmail user={loadedUser} />
    ) : null;
  const figures = <FamilyFigures numbers={numbers} onBuy={openBuyCredits} />;
  const isStale = ahead.data !== undefined && ahead.error instanceof NetworkError;
  return (
    <PageFrame
      title={pages[paths.familyHome].title}
      actions={<FamilyActions here={paths.familyHome} />}
    >
      <div className="grid grid-cols-1 gap-4 -my-4 sm:gap-6">
        <header className="flex items-center justify-between gap-x-3">
          <h1 className="min-w-0 text-title wrap-anywhere">
            {user === undefined ? 'Your lessons' : `Hello, ${calledName(user.name)}`}
          </h1>
          <CreditChip credits={isStudent ? null : credits} onBuy={openBuyCredits} />
        </header>
        {/* In summer the year is about to change again. */}
        {loadedUser?.role === 'parent' && !asksFromSeptember(now) && (
          <YearQuestions students={loadedUser.students} onAnswered={course.follow} />
        )}
        <output className="grid empty:hidden">
          {promotion !== null && loadedUser !== undefined && (
            <PromotionCard
              {...promotion}
              user={loadedUser}
              now={now}
              onShow={lessonDialog.show}
              onDismiss={dismiss}
            />
          )}
        </output>
        <div className="grid grid-cols-1 gap-4 empty:hidden sm:gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
          {profile.isError && profile.data === undefined ? (
            <FailedState
              title={LOADING_PROFILE.title}
              text={describeFailure(profile.error, LOADING_PROFILE).description}
              onRetry={profile.refetch}
              busy={profile.isFetching}
            />
          ) : (
            !(ahead.isError && ahead.data === undefined) && (
              <NextLessonCard
                ahead={ahead.data}
                booker={booker}
                isNew={numbers.attended === 0}
                choice={course.choice}
                now={now}
                onShow={lessonDialog.show}
                note={isWide ? note : null}
              />
            )
          )}
          {isWide && figures}
        </div>
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
      <OfflineBar isShown={!isOnline || isStale} since={ahead.dataUpdatedAt} />
      {buyCreditsDialog.value !== null && !isStudent && (
        <Suspense>
          <BuyCreditsDialog
            isFirstFree={freeLesson === 'available'}
            onClose={buyCreditsDialog.close}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}

const card = 'flex min-w-0 rounded-md border border-line bg-sheet px-3.5 py-2.5';

/**
 * <FamilyFigures>: a family's numbers in four small cards; a student sees the two that are not
 * about money.
 */
function FamilyFigures({ numbers, onBuy }: { numbers: FamilyNumbers; onBuy: () => void }) {
  const { attended, upcoming, credits } = numbers;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 lg:auto-rows-[minmax(6.125rem,1fr)]">
      <Figure label="Lessons Attended" value={attended} />
      <Figure label="Upcoming Bookings" value={upcoming} />
      {credits !== null && (
        <>
          <Figure label="Credits Remaining" value={credits} />
          <div className={`${card} flex-wrap items-center justify-center gap-x-4 gap-y-1`}>
            <Button variant="secondary" className="flex-auto px-2!" onClick={onBuy}>
              Buy Credits
            </Button>
            <TextLink className="py-2.5! text-note font-normal" href={paths.accountPayments}>
              Credit history
            </TextLink>
          </div>
        </>
      )}
    </div>
  );
}

/** Undefined while loading, which shows a skeleton of the same height. */
function Figure({ label, value }: { label: string; value: number | undefined }) {
  return (
    // On a phone from the top, so that the numbers of a row align whatever their labels' length.
    <dl className={`${card} flex-col-reverse justify-end lg:justify-center`}>
      <dt className="text-note leading-snug text-pencil">{label}</dt>
      <dd className="figures font-display text-2xl leading-tight font-semibold">
        {value === undefined ? <Skeleton className="my-1 h-5 w-6" /> : value}
      </dd>
    </dl>
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
      className="figures -mr-1 min-h-11 min-w-[5.25rem] shrink-0 cursor-pointer rounded-md px-1 text-right font-bold max-sm:text-sm"
      onClick={onBuy}
    >
      {credits !== undefined && (
        <span className="rounded-[1rem] border border-rule bg-wash px-2 py-1 whitespace-nowrap sm:px-2.5">
          {creditCount(credits)}
          <span aria-hidden="true" className="pl-1 text-signal">
            +
          </span>
        </span>
      )}
      <span className="sr-only"> Get more</span>
    </button>
  );
}

interface OfflineBarProps {
  /** When the data were loaded, in epoch milliseconds; 0 if never. */
  since: number;
  isShown: boolean;
}

/** The local time of day. Made only when it is shown: a page's first formatter is slow. */
const clockTime = (at: number) =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(at);

/** Rendered from the start, so that screen readers announce its text. */
function OfflineBar({ since, isShown }: OfflineBarProps) {
  return (
    <output className="offline-bar fixed inset-x-0 bottom-(--bar) z-30 block min-h-(--offline) bg-ink text-center text-sm leading-8 font-bold text-paper empty:hidden">
      {isShown && (since === 0 ? 'Offline' : `Offline, shown as of ${clockTime(since)}`)}
    </output>
  );
}
