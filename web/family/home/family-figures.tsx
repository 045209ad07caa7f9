// <FamilyFigures>: a family's numbers and the way to buy credits, in four small cards.
import { paths } from '../../../domain/paths.ts';
import type { FamilyNumbers } from '../../data/family.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/loaded.tsx';

const card = 'flex min-w-0 flex-wrap rounded-md border border-line bg-sheet px-3 py-2 sm:px-3.5';

interface FamilyFiguresProps {
  numbers: FamilyNumbers;
  onBuy: () => void;
}

/** A student sees the two that are not about money. */
export function FamilyFigures({ numbers, onBuy }: FamilyFiguresProps) {
  const { attended, upcoming, credits } = numbers;
  return (
    <div className="flex flex-wrap gap-2 sm:gap-3">
      <Figure label="Lessons Attended" value={attended} />
      <Figure label="Upcoming Bookings" value={upcoming} />
      {credits !== null && (
        <>
          <Figure label="Credits Remaining" value={credits} />
          <div
            className={`${card} flex-auto basis-full items-center gap-x-4 gap-y-1 md:flex-1 md:basis-60`}
          >
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
    // A phone has no room for a label beside its number; the numbers of a row align at the top.
    <dl
      className={`${card} flex-[1_1_5.5rem] content-start items-baseline gap-x-2.5 md:flex-[1_1_8rem] md:flex-nowrap md:items-center`}
    >
      <dt className="order-2 text-note leading-snug text-pencil">{label}</dt>
      <dd className="figures order-1 font-display text-2xl leading-tight font-semibold">
        {value === undefined ? <Skeleton className="my-1 h-5 w-6" /> : value}
      </dd>
    </dl>
  );
}
