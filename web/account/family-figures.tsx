// <FamilyFigures>: a family's numbers in a quiet row; a student sees the two that are not about
// money.
import { paths } from '../../domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { TextLink } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { FamilyNumbers } from './family-numbers.ts';

/** The anchor of the credit history on the account page. */
export const CREDIT_HISTORY_ANCHOR = 'credits';

interface FamilyFiguresProps {
  readonly numbers: FamilyNumbers;
  readonly onBuy: () => void;
}

export function FamilyFigures({ numbers, onBuy }: FamilyFiguresProps) {
  const { attended, upcoming, credits } = numbers;
  return (
    <div className="grid grid-cols-3 items-center gap-x-4 gap-y-1 border-y border-line py-2 sm:flex sm:flex-wrap sm:gap-x-7">
      <Figure label="Lessons Attended" value={attended} />
      <Figure label="Upcoming Bookings" value={upcoming} />
      {credits !== null && (
        <>
          <Figure label="Credits Remaining" value={credits} />
          <div className="col-span-3 flex flex-1 basis-80 flex-wrap items-center justify-between gap-x-5">
            <TextLink
              className="py-2.5 text-[0.9375rem]"
              href={`${paths.account}#${CREDIT_HISTORY_ANCHOR}`}
            >
              Where credits went
            </TextLink>
            <Button variant="secondary" onClick={onBuy}>
              Buy Credits
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Undefined while loading, which shows a skeleton of the same height. */
function Figure({ label, value }: { readonly label: string; readonly value: number | undefined }) {
  return (
    <dl className="flex flex-col-reverse gap-x-2 self-start py-1 sm:flex-row sm:self-auto">
      <dt className="text-[0.9375rem] leading-snug text-pencil max-sm:text-sm">{label}</dt>
      <dd className="figures leading-snug font-bold">
        {value === undefined ? <Skeleton className="h-5 w-6" /> : value}
      </dd>
    </dl>
  );
}
