// What the pages after a checkout share: the payment and its facts, the lesson it was for, and
// words.
import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import { RESERVATION_MINUTES } from '../../../domain/lessons/booking.ts';
import { spotsLeftWords } from '../../../domain/lessons/lesson.ts';
import { lessonPath, paths } from '../../../domain/paths.ts';
import { creditCount, formatMoney } from '../../../domain/payments/credits.ts';
import {
  type Payment,
  type PaymentStatus,
  PAYMENT_REFRESH_MS,
} from '../../../domain/payments/payment.ts';
import { mondayOf, ukDate, ukTime } from '../../../domain/time.ts';
import { useSite } from '../../content/site-context.ts';
import { BOOKING_CHANGES } from '../../data/family.ts';
import { lessonsQuery } from '../../data/lessons.ts';
import { forgetCheckout, readCheckout } from '../../data/remembered.ts';
import { describeTime } from '../../parts/lesson-times.ts';
import { call } from '../../transport/client.ts';
import { loadAgain } from '../../transport/query-client.ts';
import { DateTile, TileSkeleton } from '../../ui/dates/dates.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';

interface PaymentFactsProps {
  /** Names the list for screen readers if no heading does. */
  label?: string;
  facts: readonly { label: string; value: ReactNode }[];
}

export function PaymentFacts({ label, facts }: PaymentFactsProps) {
  return (
    <dl aria-label={label} className="divide-y divide-line border-y border-line">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5"
        >
          <dt className="text-pencil">{fact.label}</dt>
          <dd className="figures min-w-0 font-bold break-all">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PaymentWords {
  readonly title: string;
  readonly status: string;
  readonly text: string;
}

export const NOTHING_CHARGED = 'Nothing was charged.';
const CONTACT = 'Please contact us if this is not what you expected.';

/** The texts for each status of a payment. Only a paid one is 'Completed'. */
const words: Record<PaymentStatus, PaymentWords> = {
  paid: {
    title: 'Payment Successful!',
    status: 'Completed',
    text: 'Your credits are ready to use.',
  },
  pending: {
    title: 'Payment Processed',
    status: 'Waiting for confirmation',
    text: 'Credits may take a few minutes to appear. This page looks again by itself.',
  },
  failed: {
    title: NOTHING_CHARGED,
    status: 'Failed',
    text: 'Your bank did not accept the payment, and no credits were added. Try again, or use another card.',
  },
  expired: {
    title: NOTHING_CHARGED,
    status: 'Expired',
    text: 'The payment page was left open for too long. No credits were added.',
  },
  refunded: {
    title: 'Paid back',
    status: 'Paid back',
    text: `This payment was returned to your card and its credits were taken back. ${CONTACT}`,
  },
  mismatched: {
    title: 'Payment under review',
    status: 'Under review',
    text: `The amount paid is not the amount asked for, so the tutor has been told and no credits were added yet. ${CONTACT}`,
  },
};

export function describePayment(status: PaymentStatus): PaymentWords {
  return words[status];
}

/** 'Paid £140.00 by card.' */
export function paidWords({ amount, paid, currency }: Payment): string {
  if (paid === 0) return 'Your promotion code paid for everything.';
  const card = `Paid ${formatMoney(paid ?? amount, currency)} by card`;
  return paid === null || paid === amount
    ? `${card}.`
    : `${card}, ${formatMoney(amount - paid, currency)} less with your promotion code.`;
}

/** The credits that this payment has added: none unless it is paid. */
export function creditsAdded({ status, credits }: Pick<Payment, 'status' | 'credits'>): string {
  return status === 'paid' ? creditCount(credits) : creditCount(0);
}

interface UnpaidPartProps {
  /** Its lesson, with any day of that week (YYYY-MM-DD); null for credits alone. */
  lesson: { id: string; date: string } | null;
}

/**
 * <UnpaidPart>: what a family can do after a payment that was not made: its lesson, another try.
 */
export function UnpaidPart({ lesson }: UnpaidPartProps) {
  return (
    <>
      {lesson !== null && <UnpaidLesson {...lesson} />}
      <div className="grid gap-3">
        <LinkButton
          href={lesson === null ? paths.familyHome : lessonPath(mondayOf(lesson.date), lesson.id)}
        >
          Try Payment Again
        </LinkButton>
        <LinkButton variant="secondary" href={paths.familyHome}>
          Go to Dashboard
        </LinkButton>
      </div>
    </>
  );
}

const SUBJECT = 'Help with a payment';

export function SupportLink() {
  const { contact } = useSite();
  return (
    <LinkButton
      variant="quiet"
      href={`mailto:${contact.email}?subject=${encodeURIComponent(SUBJECT)}`}
    >
      Contact support
    </LinkButton>
  );
}

interface UnpaidLessonProps {
  id: string;
  /** Any day of its week, YYYY-MM-DD. */
  date: string;
}

/**
 * <UnpaidLesson>: the lesson of a payment that was not made, and whether its spot is still
 * reserved.
 */
function UnpaidLesson({ id, date }: UnpaidLessonProps) {
  const now = useNow();
  const { data, isError } = useQuery(lessonsQuery(mondayOf(date), ukDate(now)));
  const lesson = data?.find((one) => one.id === id);
  if (isError || (data !== undefined && lesson === undefined)) return null;
  if (lesson === undefined) return <TileSkeleton />;
  const { reserved_until, availableSpots } = lesson;
  const isReserved = reserved_until !== null && Date.parse(reserved_until) > now;
  return (
    <div className="flex min-h-24 items-center gap-4">
      <DateTile date={lesson.Date} />
      <div className="min-w-0 leading-snug wrap-anywhere">
        <p className="font-bold">{lesson.Lesson_Name}</p>
        <p>{describeTime(lesson, now)}</p>
        <output className="mt-0.5 block font-bold text-signal">
          {isReserved
            ? `Reserved for you until ${ukTime(Date.parse(reserved_until))}`
            : `Spot released: ${availableSpots > 0 ? spotsLeftWords(availableSpots) : 'fully booked now'}`}
        </output>
      </div>
    </div>
  );
}

/**
 * Cancels the checkout that this tab left for, once, which releases its spots. Other checkouts are
 * not affected.
 */
export function useEndCheckout(): void {
  const { mutate } = useMutation({
    meta: {
      operation: {
        title: 'Payment page still open',
        text: `The payment page could not be closed. It closes by itself within ${RESERVATION_MINUTES.asTold} minutes.`,
        coversServerErrors: true,
      },
      changes: BOOKING_CHANGES,
      // The checkout is forgotten at once.
      isPatched: true,
    },
    mutationFn: (session_id: string) => call(endpoints.cancelCheckout, { params: { session_id } }),
    onSettled: forgetCheckout,
  });
  useEffect(() => {
    const sessionId = readCheckout();
    if (sessionId !== null) mutate(sessionId);
  }, [mutate]);
}

/** Refetches profile and lessons. */
export function useLoadAgain(): () => Promise<void> {
  const client = useQueryClient();
  return () => loadAgain(client, BOOKING_CHANGES);
}

/** Polls one payment with growing intervals while it is pending; idle without an id. */
export function paymentQuery(sessionId: string | null) {
  return queryOptions({
    queryKey: ['family', 'payment', sessionId],
    queryFn: ({ signal }) =>
      call(endpoints.getPayment, { signal, params: { session_id: sessionId ?? '' } }),
    select: ({ payment }) => payment,
    enabled: sessionId !== null,
    refetchInterval: ({ state }) =>
      state.data?.payment.status === 'pending'
        ? Math.min(
            PAYMENT_REFRESH_MS * Math.max(1, state.dataUpdateCount / 5),
            LONGEST_PAYMENT_REFRESH_MS,
          )
        : false,
    meta: { operation: { title: 'Payment Error', text: "We can't find this payment." } },
  });
}

const LONGEST_PAYMENT_REFRESH_MS = 30_000;
