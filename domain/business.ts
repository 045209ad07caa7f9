// The tutor's business settings: prices, usual times, the size of a group, the standing meeting
// link and the response promise. Every number here is stored; the defaults hold until the tutor
// changes them.
import * as z from 'zod/mini';

import { MAX_CREDITS_PER_PAYMENT, MIN_CREDITS_PER_PAYMENT } from './business-words.ts';
import { lessonTime, maxStudents, meetingLink } from './lesson-fields.ts';
import { LENGTHS } from './limits.ts';
import { line } from './text.ts';

/** The credit packages on offer, and what one credit of a package can cost. */
export const PACKAGES = { min: 1, max: 6 } as const;
const CREDIT_PRICE_PENCE = { min: 100, max: 50_000 } as const;
/** The usual times of lessons in a week. */
export const USUAL_TIMES = { min: 1, max: 14 } as const;

/** The hours within which a tutor can promise to answer. */
export const RESPONSE_HOURS = { min: 1, max: 168 } as const;

const CREDITS_MESSAGE = `Credits must be a whole number from ${MIN_CREDITS_PER_PAYMENT} to ${MAX_CREDITS_PER_PAYMENT}`;
const PENCE_MESSAGE = 'Price must be in pounds and whole pence, such as 27.50';
const EACH_MESSAGE = `Price must be from £${CREDIT_PRICE_PENCE.min / 100} to £${CREDIT_PRICE_PENCE.max / 100} for each credit`;
const NAME_MESSAGE = 'Give the package a name';

const packageSchema = z
  .object({
    credits: z
      .int({ error: CREDITS_MESSAGE })
      .check(
        z.minimum(MIN_CREDITS_PER_PAYMENT, { error: CREDITS_MESSAGE }),
        z.maximum(MAX_CREDITS_PER_PAYMENT, { error: CREDITS_MESSAGE }),
      ),
    /** The price of the whole package. */
    price_pence: z.int({ error: PENCE_MESSAGE }),
    name: line(
      { length: LENGTHS.packageName.min, message: NAME_MESSAGE },
      {
        length: LENGTHS.packageName.max,
        message: `Package name must be less than ${LENGTHS.packageName.max} characters`,
      },
    ),
  })
  .check(
    z.refine(
      ({ credits, price_pence: pence }) =>
        pence >= CREDIT_PRICE_PENCE.min * credits && pence <= CREDIT_PRICE_PENCE.max * credits,
      { path: ['price_pence'], error: EACH_MESSAGE },
    ),
  );
type Package = z.infer<typeof packageSchema>;

const PACKAGES_MESSAGE = `Offer from ${PACKAGES.min} to ${PACKAGES.max} packages`;

const packages = z.array(packageSchema, { error: PACKAGES_MESSAGE }).check(
  z.minLength(PACKAGES.min, { error: PACKAGES_MESSAGE }),
  z.maxLength(PACKAGES.max, { error: PACKAGES_MESSAGE }),
  z.check(({ value, issues }) => {
    // Packages are compared once each of them is valid.
    if (issues.length > 0) return;
    for (const [index, one] of value.entries()) {
      const fault = faultOf(one, value[index - 1]);
      if (fault !== null)
        issues.push({
          code: 'custom',
          input: one,
          path: [index, fault.field],
          message: fault.message,
        });
    }
  }),
);

interface PackageFault {
  readonly field: keyof Package;
  readonly message: string;
}

/** Why a package cannot follow the one before it; the first one has none. */
function faultOf(one: Package, before: Package | undefined): PackageFault | null {
  if (before === undefined)
    return one.credits === 1
      ? null
      : {
          field: 'credits',
          message: 'The first package must be 1 credit, whose price is the price of a lesson',
        };
  if (one.credits <= before.credits)
    return { field: 'credits', message: 'A package must have more credits than the one before it' };
  return one.price_pence * before.credits > before.price_pence * one.credits
    ? {
        field: 'price_pence',
        message: 'A larger package must not cost more for each credit than a smaller one',
      }
    : null;
}

const WEEKDAY_MESSAGE = 'Weekday must be a whole number from 1 (Monday) to 7 (Sunday)';
const TIMES_MESSAGE = `Give from ${USUAL_TIMES.min} to ${USUAL_TIMES.max} usual times`;

const usualTimeSchema = z.object({
  /** ISO weekday: Monday is 1. */
  weekday: z
    .int({ error: WEEKDAY_MESSAGE })
    .check(z.minimum(1, { error: WEEKDAY_MESSAGE }), z.maximum(7, { error: WEEKDAY_MESSAGE })),
  time: lessonTime,
});
export type UsualTime = z.infer<typeof usualTimeSchema>;

const isSameTime = (one: UsualTime, other: UsualTime) =>
  one.weekday === other.weekday && one.time === other.time;

const usualTimes = z.array(usualTimeSchema, { error: TIMES_MESSAGE }).check(
  z.minLength(USUAL_TIMES.min, { error: TIMES_MESSAGE }),
  z.maxLength(USUAL_TIMES.max, { error: TIMES_MESSAGE }),
  z.check(({ value, issues }) => {
    for (const [index, time] of value.entries())
      if (value.slice(0, index).some((other) => isSameTime(other, time)))
        issues.push({
          code: 'custom',
          input: time,
          path: [index, 'time'],
          message: 'This time is listed already',
        });
  }),
);

const RESPONSE_MESSAGE = `Hours must be a whole number from ${RESPONSE_HOURS.min} to ${RESPONSE_HOURS.max}`;

export const businessSchema = z.object(
  {
    /** In ascending order of credits; the first is 1 credit. */
    packages,
    /** When lessons usually are; the planner proposes them. */
    usual_times: usualTimes,
    /** The size of a lesson that is planned without one. */
    default_max_students: maxStudents,
    /** The link that new lessons start with; null: that of the lesson created last. */
    default_meeting_link: z.nullable(meetingLink),
    /** Enquiries are answered within this many hours. */
    response_hours: z
      .int({ error: RESPONSE_MESSAGE })
      .check(
        z.minimum(RESPONSE_HOURS.min, { error: RESPONSE_MESSAGE }),
        z.maximum(RESPONSE_HOURS.max, { error: RESPONSE_MESSAGE }),
      ),
  },
  { error: 'Give all business settings' },
);
export type Business = z.infer<typeof businessSchema>;

/** What the pages may say about the business: everything but the meeting link. */
export type PublicBusiness = Omit<Business, 'default_meeting_link'>;

export function toPublicBusiness({
  packages: onSale,
  usual_times,
  default_max_students,
  response_hours,
}: Business): PublicBusiness {
  return { packages: onSale, usual_times, default_max_students, response_hours };
}

export const DEFAULT_BUSINESS: Business = {
  packages: [
    { credits: 1, price_pence: 3000, name: '1 credit' },
    { credits: 5, price_pence: 14_000, name: '5 credits' },
    { credits: 10, price_pence: 27_000, name: '10 credits' },
  ],
  usual_times: [
    { weekday: 6, time: '09:00:00' },
    { weekday: 6, time: '10:00:00' },
    { weekday: 7, time: '09:00:00' },
    { weekday: 7, time: '10:00:00' },
  ],
  default_max_students: 10,
  default_meeting_link: null,
  response_hours: 24,
};
