// <StatCards>: the four cards of the dashboard; a student sees the two that are not about money.
import type { FamilyLesson } from '../../domain/lesson.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { formatDate, mondayOf, shortTime } from '../../domain/time.ts';
import { Button } from '../ui/button.tsx';
import { StatCard } from '../ui/stat-card.tsx';
import { TextLink } from '../ui/link-button.tsx';
import type { FamilyNumbers } from './family-numbers.ts';

/** The part of the account page that says where credits went. */
export const CREDIT_HISTORY_ANCHOR = 'credits';

interface StatCardsProps {
  readonly numbers: FamilyNumbers;
  readonly nextLesson: FamilyLesson | undefined;
  /** Whom the next lesson is for, in words; null where that goes without saying. */
  readonly nextFor: string | null;
  readonly onBuy: () => void;
}

export function StatCards({ numbers, nextLesson, nextFor, onBuy }: StatCardsProps) {
  const showsMoney = numbers.credits !== null;
  return (
    <div className={`grid grid-cols-2 gap-3 sm:gap-4 ${showsMoney ? 'lg:grid-cols-4' : ''}`}>
      <StatCard label="Lessons Attended" value={numbers.attended} />
      <StatCard
        label="Upcoming Bookings"
        value={numbers.upcoming}
        hint={
          nextLesson === undefined ? undefined : (
            <TextLink href={`${weekPath(paths.userHome, mondayOf(nextLesson.Date))}&lesson=${nextLesson.id}`}>
              Next: {formatDate(nextLesson.Date, 'short')}, {shortTime(nextLesson.Time)}
              {nextFor !== null && `, for ${nextFor}`}
            </TextLink>
          )
        }
      />
      {showsMoney && (
        <>
          <StatCard
            label="Credits Remaining"
            value={numbers.credits}
            hint={<TextLink href={`${paths.account}#${CREDIT_HISTORY_ANCHOR}`}>Where credits went</TextLink>}
          />
          <div className="grid content-center gap-3 rounded-md border border-dashed border-rule p-4 sm:p-5">
            <p className="text-[0.9375rem] leading-snug text-pencil">1 credit books 1 lesson.</p>
            <Button className="px-2!" onClick={onBuy}>
              Buy Credits
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
