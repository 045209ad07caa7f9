// <PackageChoice>: the packages on offer, each with its price and saving.
import {
  formatMoney,
  MOST_POPULAR_PACKAGE,
  savingsOf,
  type CreditPackage,
} from '../../../domain/payments/credits.ts';
import { Badge } from '../../ui/badge.tsx';

interface PackageChoiceProps {
  readonly packages: readonly CreditPackage[];
  /** The chosen number of credits, whether or not it is a package. */
  readonly quantity: number;
  readonly onChoose: (credits: number) => void;
}

export function PackageChoice({ packages, quantity, onChoose }: PackageChoiceProps) {
  return (
    <ul aria-label="Packages" className="grid gap-3 sm:grid-cols-3">
      {packages.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            aria-pressed={one.credits === quantity}
            className="grid size-full cursor-pointer content-start gap-1.5 rounded-md border border-rule bg-sheet p-4 text-left hover:border-signal aria-pressed:border-signal aria-pressed:bg-wash aria-pressed:shadow-[inset_0_0_0_1px_var(--color-signal)]"
            onClick={() => onChoose(one.credits)}
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 sm:flex-col sm:gap-y-1">
              <span className="font-bold">{one.name}</span>{' '}
              <span className="figures font-display text-2xl leading-none font-semibold">
                {formatMoney(one.price, one.currency)}
              </span>
            </span>{' '}
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 sm:flex-col sm:items-start">
              <span className="text-sm leading-snug text-pencil">
                <span className="block">{eachWords(one)}</span>{' '}
                <span className="block">{savingWords(one, packages)}</span>
              </span>{' '}
              {one.id === MOST_POPULAR_PACKAGE && <Badge tone="signal">Most Popular</Badge>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** '£28.00 per lesson' */
export function eachWords({
  credits,
  price,
  currency,
}: Pick<CreditPackage, 'credits' | 'price' | 'currency'>): string {
  return `${formatMoney(price / credits, currency)} per lesson`;
}

/** 'Save £10.00 (7%)'; nothing if nothing is saved. */
export function savingWords(
  offer: Pick<CreditPackage, 'credits' | 'price' | 'currency'>,
  packages: readonly CreditPackage[],
): string {
  const { amount, percent } = savingsOf(offer, packages);
  return amount > 0 ? `Save ${formatMoney(amount, offer.currency)} (${percent}%)` : '';
}
