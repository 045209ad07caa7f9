// <FamilyFigures>: a family's numbers in four small cards; a student sees the two that are not
// about money. <CreditChip>: the balance beside the page's title, which opens the way to
// buy more.
import { paths } from '../../../domain/paths.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import type { FamilyNumbers } from '../../data/family-numbers.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/link-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface FamilyFiguresProps {
  readonly numbers: FamilyNumbers;
  readonly onBuy: () => void;
}

const card = 'flex min-w-0 justify-center rounded-md border border-line bg-sheet px-3.5 py-2.5';

export function FamilyFigures({ numbers, onBuy }: FamilyFiguresProps) {
  const { attended, upcoming, credits } = numbers;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
      <Figure label="Lessons Attended" value={attended} />
      <Figure label="Upcoming Bookings" value={upcoming} />
      {credits !== null && (
        <>
          <Figure label="Credits Remaining" value={credits} />
          <div className={`${card} flex-wrap items-center gap-x-4 gap-y-1`}>
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
function Figure({ label, value }: { readonly label: string; readonly value: number | undefined }) {
  return (
    <dl className={`${card} flex-col-reverse`}>
      <dt className="text-note leading-snug text-pencil">{label}</dt>
      <dd className="figures font-display text-2xl leading-tight font-semibold">
        {value === undefined ? <Skeleton className="my-1 h-5 w-6" /> : value}
      </dd>
    </dl>
  );
}

interface CreditChipProps {
  /** Null for a student; undefined while loading. */
  readonly credits: FamilyNumbers['credits'];
  readonly onBuy: () => void;
}

export function CreditChip({ credits, onBuy }: CreditChipProps) {
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
