// Checkouts, payments, refunds and disputes.
import type { Business, Performers } from './business.ts';
import { balanceOf, grant, takeBack } from './credits.ts';
import { acting } from './lessons.ts';
import { addBooking, offerSpots, refusalOf, requireSpot } from './spots.ts';
import { type Family, type Lesson, newPayment, type Payment, refuse } from './things.ts';
import { addDays, DAY, HOUR, MINUTE, nightAfter, ukDate, ukMonth } from './uk-time.ts';

const RESERVED = 36 * MINUTE;
/** In 24 hours, without a payment. */
const RESERVED_UNPAID = 120 * MINUTE;
const SESSION = HOUR;
const SESSION_WITH_LESSONS = 31 * MINUTE;
const RETURN_DAYS = 14;
const UNPAID = 35 * DAY;

function priceOf(business: Business, credits: number): number {
  const best = business.packages.findLast((one) => one.credits <= credits);
  return best === undefined ? 0 : Math.round((best.pence / best.credits) * credits);
}

const hasPaid = ({ payments }: Family): boolean => payments.some(({ paid }) => paid > 0);

/** Families that have never paid may reserve half of a lesson's spots. */
function isFullOfNewcomers(business: Business, lesson: Lesson, family: Family): boolean {
  const reservations = [...business.reservations].filter(
    (other) => other.lessons.includes(lesson) && other.family !== family && !hasPaid(other.family),
  );
  return reservations.length >= Math.max(1, Math.floor(lesson.spots / 2));
}

function reservedUnpaid({ now }: Business, { payments }: Family): number {
  return payments
    .filter(
      ({ lessons, startedAt, grantedAt }) =>
        lessons.length > 0 && startedAt > now - DAY && grantedAt === 0,
    )
    .reduce((sum, { startedAt, releasedAt }) => sum + Math.min(releasedAt, now) - startedAt, 0);
}

function release(business: Business, payment: Payment): void {
  if (!business.reservations.delete(payment)) return;
  payment.releasedAt = business.now;
  for (const lesson of payment.lessons) offerSpots(business, lesson);
}

function reserve(business: Business, payment: Payment): void {
  const older = [...business.reservations].find(({ family }) => family === payment.family);
  business.reservations.add(payment);
  if (older !== undefined) {
    release(business, older);
    endSession(older);
    if (older.status === 'pending') expire(business, older);
  }
  business.later(business.now + RESERVED, () => {
    release(business, payment);
  });
}

/** What nobody has paid is deleted in a night, 35 days later. */
function expire(business: Business, payment: Payment): void {
  payment.status = 'expired';
  business.later(nightAfter(business.now + UNPAID), () => {
    if (payment.status !== 'expired') return;
    const { family } = payment;
    family.payments = family.payments.filter((other) => other !== payment);
    for (const [name, other] of business.payments)
      if (other === payment) business.payments.delete(name);
  });
}

function endSession(payment: Payment): void {
  if (payment.session === 'open') payment.session = 'ended';
}

/** What the provider says, by an event or an answer, counts once. */
export function settle(business: Business, payment: Payment): void {
  if (payment.status === 'paid' || payment.status === 'refunded') return;
  if (payment.session === 'paid') fulfil(business, payment);
  else if (payment.session === 'ended') {
    if (payment.status === 'pending') expire(business, payment);
    release(business, payment);
  }
}

/** Grants the credits, and books the lessons in their order as far as credits and spots go. */
function fulfil(business: Business, payment: Payment): void {
  const { family, student, lessons, lot, credits, paid } = payment;
  Object.assign(payment, { status: 'paid', grantedAt: business.now });
  grant(family, 'purchase', credits, lot);
  business.count('paid', paid);
  const year = ukMonth(business.now).slice(0, 4);
  const number = (business.invoices.get(year) ?? 0) + 1;
  business.invoices.set(year, number);
  family.invoices.push(`${year}/${number}`);
  business.tell(family, 'receipt');
  const booked: string[] = [];
  for (const lesson of lessons) {
    if (student === null || !student.present) break;
    const seat = { family, student, lesson };
    if (refusalOf(business, seat, { credit: true }) !== null) continue;
    addBooking(business, seat);
    booked.push(lesson.name);
  }
  release(business, payment);
  if (booked.length > 0 && student !== null)
    business.tell(family, `booked: ${booked.toSorted().join(', ')}`, student);
}

/** Takes unused credits of the payment back, and returns what they cost. */
function refund(business: Business, payment: Payment, credits: number): void {
  const { family, lot, paid, dispute } = payment;
  if (credits < 1) refuse('validation_failed');
  const isPossible = payment.grantedAt > 0 && paid > 0 && dispute !== 'open';
  const possible = isPossible ? Math.min(lot.left, payment.credits - payment.taken) : 0;
  const target = Math.floor((paid * (payment.taken + credits)) / payment.credits);
  const pence = target - payment.returned;
  if (credits > possible || pence <= 0) refuse('not_refundable');
  payment.taken += credits;
  payment.returnedAtProvider += pence;
  takeBack(family, lot, credits);
  recordReturned(business, payment, payment.returned + pence);
  // The server asks the provider until it has answered.
  business.later(Math.max(business.now, business.providerAwayUntil), () => {
    business.tell(family, 'refund');
    endInquiry(business, payment);
  });
}

/** A bank asks no more about a payment that went back as a whole. */
function endInquiry(business: Business, payment: Payment): void {
  const { returnedAtProvider, paid, inquiry, dispute } = payment;
  if (returnedAtProvider < paid || inquiry !== 'open' || dispute !== null) return;
  payment.inquiry = 'closed';
  business.mail('tutor', 'inquiry closed');
}

function recordReturned(business: Business, payment: Payment, pence: number): void {
  business.count('returned', pence - payment.returned);
  payment.returned = pence;
  if (pence === payment.paid) payment.status = 'refunded';
}

/** Money that went back at the provider takes its share of the credits, as far as there are any. */
function takeMoneyBack(business: Business, payment: Payment): void {
  const { family, credits, paid, lot, returnedAtProvider } = payment;
  recordReturned(business, payment, returnedAtProvider);
  const target = Math.floor((credits * returnedAtProvider) / paid);
  const missing = target - payment.taken - payment.owed;
  if (missing <= 0) return;
  const taken = Math.min(missing, balanceOf(family));
  payment.taken += taken;
  if (taken > 0) takeBack(family, lot, taken);
  if (taken === missing) return;
  payment.owed += missing - taken;
  payment.owedSince = business.now;
  business.mail('tutor', 'shortfall');
}

export const moneyActs: Performers = {
  'set prices'(business, { packages }) {
    business.packages = packages;
  },
  'allow codes'(business, { allowed }) {
    business.allowsCodes = allowed;
  },
  'start checkout'(business, act) {
    const family = business.asParent(act.by);
    const { credits, student: name, payment: paymentName } = act;
    const student = name === undefined ? null : business.student(name);
    const lessons = (act.lessons ?? []).map((lesson) => business.lesson(lesson));
    if (name !== undefined) acting(business, { by: act.by, student: name });
    if (credits < 1 || credits > 100) refuse('validation_failed');
    if (student !== null)
      for (const lesson of lessons) requireSpot(business, { lesson, family, student });
    if (credits + balanceOf(family) < lessons.length) refuse('validation_failed');
    if (lessons.length > 0) {
      const isFull = (lesson: Lesson) => isFullOfNewcomers(business, lesson, family);
      if (!hasPaid(family) && lessons.some(isFull)) refuse('reservations_full');
      if (reservedUnpaid(business, family) >= RESERVED_UNPAID) refuse('rate_limited');
    }
    if (business.now < business.providerAwayUntil) refuse('payment_provider_error');
    const { now: startedAt, allowsCodes } = business;
    const amount = priceOf(business, credits);
    const facts = {
      name: paymentName,
      family,
      credits,
      amount,
      allowsCodes,
      student,
      lessons,
      startedAt,
    };
    const payment: Payment = { ...newPayment, ...facts, lot: { left: 0 } };
    business.payments.set(paymentName, payment);
    family.payments.push(payment);
    const length = lessons.length > 0 ? SESSION_WITH_LESSONS : SESSION;
    business.later(startedAt + length, () => {
      endSession(payment);
    });
    if (lessons.length > 0) reserve(business, payment);
  },
  pay(business, act) {
    const payment = business.payments.get(act.payment) ?? refuse('no such name');
    if (payment.session !== 'open') refuse('not open');
    payment.session = 'paid';
    const isCheaper = act.code === true && payment.allowsCodes;
    payment.paid = isCheaper ? Math.round(payment.amount * 0.9) : payment.amount;
  },
  'deliver events'(business, act) {
    settle(business, business.payments.get(act.payment) ?? refuse('no such name'));
  },
  'look at payment'(business, act) {
    const payment = business.payment(act.payment);
    const isAsked = payment.status === 'pending' && business.now >= business.providerAwayUntil;
    if (isAsked) settle(business, payment);
  },
  'cancel checkout'(business, act) {
    const payment = business.payment(act.payment);
    const isPending = payment.status === 'pending';
    if (isPending && business.now < business.providerAwayUntil) refuse('payment_provider_error');
    if (isPending) endSession(payment);
    settle(business, payment);
  },
  refund(business, { payment, credits }) {
    refund(business, business.payment(payment), credits);
  },
  return(business, { by, payment: name, credits }) {
    const family = business.asParent(by);
    const payment = business.payment(name);
    if (payment.family !== family) refuse('payment_not_found');
    if (credits < 1) refuse('validation_failed');
    const lastDay = addDays(ukDate(payment.grantedAt), RETURN_DAYS);
    if (payment.grantedAt > 0 && ukDate(business.now) > lastDay) refuse('return_period_over');
    refund(business, payment, credits);
  },
  'refund at provider'(business, act) {
    const payment = business.payment(act.payment);
    const returned = payment.returnedAtProvider + act.pence;
    if (payment.session !== 'paid' || returned > payment.paid) refuse('no such name');
    payment.returnedAtProvider = returned;
    takeMoneyBack(business, payment);
    endInquiry(business, payment);
  },
  /** An inquiry takes nothing; a dispute withdraws all of it, whatever was returned before. */
  dispute(business, { payment: name, state }) {
    const payment = business.payment(name);
    const { dispute: before, inquiry, paid } = payment;
    if (payment.grantedAt === 0 || before === 'won' || before === 'lost') refuse('no such name');
    if (state === 'inquiry' || state === 'inquiry closed') {
      payment.inquiry = state === 'inquiry' ? 'open' : 'closed';
      if (payment.inquiry !== inquiry) business.mail('tutor', state);
      return;
    }
    payment.dispute = state;
    if (state === 'open' && before === null) business.count('returned', paid);
    if (state === 'won') business.count('returned', -paid);
    business.mail('tutor', state === 'open' ? 'dispute' : `dispute ${state}`);
    if (state !== 'lost') return;
    payment.returnedAtProvider = paid;
    payment.returned = paid;
    takeMoneyBack(business, payment);
  },
};
