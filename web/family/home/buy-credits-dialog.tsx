// <BuyCreditsDialog>: chooses how many credits to buy and leaves for the card payment page.
import { useQuery } from '@tanstack/react-query';

import {
  CURRENCY,
  MAX_CREDITS_PER_PAYMENT,
  MIN_CREDITS_PER_PAYMENT,
} from '../../../domain/limits.ts';
import { paths } from '../../../domain/paths.ts';
import {
  creditCount,
  formatMoney,
  MOST_POPULAR_PACKAGE,
  priceOf,
  buyCreditsSchema,
  type CreditPackage,
} from '../../../domain/payments/credits.ts';
import { RETURN_DAYS } from '../../../domain/payments/payment-limits.ts';
import { useCheckout, productsQuery } from '../../data/payments.ts';
import { Dialog, DialogFoot } from '../../ui/dialog.tsx';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField } from '../../ui/forms/text-field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { MarkedLink } from '../../ui/marked-link.tsx';
import { eachWords, PackageChoice, savingWords } from './package-choice.tsx';

export default function BuyCreditsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      isFull
      title="Buy credits"
      description="1 credit books 1 lesson. You pay by card on the next page."
    >
      <Loaded
        query={useQuery(productsQuery)}
        label="Loading credit packages"
        rows={3}
        rowClassName="h-20 w-full"
        failure="Failed to load credit packages"
      >
        {(packages) => <BuyCreditsForm packages={packages} />}
      </Loaded>
    </Dialog>
  );
}

const FIELD = 'credits_quantity';

function BuyCreditsForm({ packages }: { readonly packages: readonly CreditPackage[] }) {
  const checkout = useCheckout();
  const popular = packages.find(({ id }) => id === MOST_POPULAR_PACKAGE) ?? packages[0];
  const usual = popular?.credits ?? MIN_CREDITS_PER_PAYMENT;
  const form = useAppForm({
    schema: buyCreditsSchema,
    defaultValues: { [FIELD]: usual },
    onSubmit: async ({ credits_quantity }) => checkout.start({ credits: credits_quantity }),
  });
  const quantity = form.watch(FIELD);
  const offer = buyCreditsSchema.safeParse({ [FIELD]: quantity }).success
    ? {
        credits: quantity,
        price: priceOf(quantity, packages),
        currency: packages[0]?.currency ?? CURRENCY,
      }
    : null;
  return (
    <Form form={form} label="Buy credits" className="grid gap-6">
      <PackageChoice
        packages={packages}
        quantity={quantity}
        onChoose={(credits) => form.setValue(FIELD, credits)}
      />
      <div className="grid grid-cols-[minmax(9.5rem,auto)_1fr] items-center gap-x-4 sm:grid-cols-[14rem_1fr] sm:gap-x-6">
        <NumberField
          form={form}
          name={FIELD}
          label="Number of credits"
          hint={`From ${MIN_CREDITS_PER_PAYMENT} to ${MAX_CREDITS_PER_PAYMENT}.`}
          min={MIN_CREDITS_PER_PAYMENT}
          max={MAX_CREDITS_PER_PAYMENT}
        />
        <output className="leading-snug">
          {offer !== null && (
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
        <MarkedLink href={paths.terms} target="_blank" mark="." className="py-0! font-normal">
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
