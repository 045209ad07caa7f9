// <BuyCreditsDialog>: chooses how many credits to buy and leaves for the card payment page.
import { useQuery } from '@tanstack/react-query';

import {
  CURRENCY,
  MAX_CREDITS_PER_PAYMENT,
  MIN_CREDITS_PER_PAYMENT,
} from '../../../domain/business-words.ts';
import { paths } from '../../../domain/paths.ts';
import {
  creditCount,
  formatMoney,
  MOST_POPULAR_PACKAGE,
  priceOf,
  buyCreditsSchema,
  type CreditPackage,
  savingsOf,
} from '../../../domain/payments/credits.ts';
import { RETURN_DAYS } from '../../../domain/payments/refund.ts';
import { Badge } from '../../ui/badge.tsx';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField } from '../../ui/forms/text-field.tsx';
import { MarkedLink } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useCheckout, productsQuery } from './checkout.ts';

interface BuyCreditsDialogProps {
  /** The family has not had or asked for its free lesson yet. */
  isFirstFree: boolean;
  onClose: () => void;
}

export default function BuyCreditsDialog({ isFirstFree, onClose }: BuyCreditsDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      isFull
      title="Buy Credits"
      description={`${isFirstFree ? 'Your first lesson is free. ' : ''}1 credit books 1 lesson. You pay by card on the next page.`}
    >
      <Loaded
        query={useQuery(productsQuery)}
        noun="credit packages"
        rows={3}
        rowClassName="h-20 w-full"
      >
        {(packages) => <BuyCreditsForm packages={packages} />}
      </Loaded>
    </Dialog>
  );
}

const FIELD = 'credits_quantity';

function BuyCreditsForm({ packages }: { packages: CreditPackage[] }) {
  const checkout = useCheckout();
  const popular = packages.find(({ id }) => id === MOST_POPULAR_PACKAGE) ?? packages[0];
  const usual = popular?.credits ?? MIN_CREDITS_PER_PAYMENT;
  const form = useAppForm({
    schema: buyCreditsSchema,
    defaultValues: { [FIELD]: usual },
    onSubmit: async ({ credits_quantity }) => checkout.start({ credits: credits_quantity }),
  });
  const quantity = form.watch(FIELD);
  const isPackage = packages.some(({ credits }) => credits === quantity);
  const offer = buyCreditsSchema.safeParse({ [FIELD]: quantity }).success
    ? {
        credits: quantity,
        price: priceOf(quantity, packages),
        currency: packages[0]?.currency ?? CURRENCY,
      }
    : null;
  return (
    <Form form={form} label="Buy Credits" className="grid gap-6">
      <PackageChoice
        packages={packages}
        quantity={quantity}
        onChoose={(credits) => form.setValue(FIELD, credits)}
      />
      <div className="grid items-center gap-x-6 sm:grid-cols-[17rem_1fr]">
        <NumberField
          form={form}
          name={FIELD}
          label="Or another number of credits"
          hint={`From ${MIN_CREDITS_PER_PAYMENT} to ${MAX_CREDITS_PER_PAYMENT}, each at the rate of the largest package they reach.`}
          min={MIN_CREDITS_PER_PAYMENT}
          max={MAX_CREDITS_PER_PAYMENT}
        />
        <output className="leading-snug max-sm:not-empty:mt-3">
          {/* A package says it itself. */}
          {offer !== null && !isPackage && (
            <>
              <span className="figures block font-display text-heading font-semibold">
                {creditCount(offer.credits)}: {formatMoney(offer.price, offer.currency)}
              </span>
              <span className="block text-pencil">{eachWords(offer)}</span>{' '}
              <span className="block text-pencil">{savingWords(offer, packages)}</span>
            </>
          )}
        </output>
      </div>
      <p className="text-note leading-snug text-pencil">
        Within {RETURN_DAYS} days you can return the credits that you have not used. When you pay,
        you accept the{' '}
        <MarkedLink href={paths.terms} target="_blank" mark="." className="inline! font-normal">
          terms
        </MarkedLink>
      </p>
      <DialogFoot>
        <SubmitButton busy={checkout.isBusy} busyLabel="Opening checkout...">
          {offer === null
            ? 'Go to payment'
            : `Pay ${formatMoney(offer.price, offer.currency)} by card`}
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

interface PackageChoiceProps {
  packages: readonly CreditPackage[];
  /** The chosen number of credits, whether or not it is a package. */
  quantity: number;
  onChoose: (credits: number) => void;
}

/** <PackageChoice>: the packages on offer, each with its price and saving. */
function PackageChoice({ packages, quantity, onChoose }: PackageChoiceProps) {
  return (
    <ul aria-label="Packages" className="grid gap-3 sm:grid-cols-3">
      {packages.map((one) => (
        <li key={one.id}>
          <button
            type="button"
            aria-pressed={one.credits === quantity}
            className="grid size-full cursor-pointer content-start gap-1.5 rounded-md border border-rule bg-sheet p-4 text-left hover:border-ink aria-pressed:border-ink aria-pressed:bg-wash aria-pressed:shadow-[inset_0_0_0_1px_var(--color-ink)]"
            onClick={() => onChoose(one.credits)}
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 sm:flex-col sm:gap-y-1">
              <span className="flex items-center gap-2 font-bold">
                <span
                  aria-hidden="true"
                  className="size-4.5 shrink-0 rounded-full border-2 border-rule in-aria-pressed:border-6 in-aria-pressed:border-ink"
                />
                {one.name}
              </span>{' '}
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
function eachWords({
  credits,
  price,
  currency,
}: Pick<CreditPackage, 'credits' | 'price' | 'currency'>): string {
  return `${formatMoney(price / credits, currency)} per lesson`;
}

/** 'Save £10.00 (7%)'; nothing if nothing is saved. */
function savingWords(
  offer: Pick<CreditPackage, 'credits' | 'price' | 'currency'>,
  packages: readonly CreditPackage[],
): string {
  const { amount, percent } = savingsOf(offer, packages);
  return amount > 0 ? `Save ${formatMoney(amount, offer.currency)} (${percent}%)` : '';
}
