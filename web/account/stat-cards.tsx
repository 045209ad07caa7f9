// <StatCards>: the four cards of the dashboard.
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
  readonly onBuy: () => void;
}

export function StatCards({ numbers, nextLesson, onBuy }: StatCardsProps) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard label="Lessons Attended" value={numbers.attended} />
      <StatCard
        label="Upcoming Bookings"
        value={numbers.upcoming}
        hint={
          nextLesson === undefined ? undefined : (
            <TextLink href={`${weekPath(paths.userHome, mondayOf(nextLesson.Date))}&lesson=${nextLesson.id}`}>
              Next: {formatDate(nextLesson.Date, 'short')}, {shortTime(nextLesson.Time)}
            </TextLink>
          )
        }
      />
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
    </div>
  );
}
