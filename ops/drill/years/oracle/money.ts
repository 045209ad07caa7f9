// Checkouts, payments, refunds and disputes.
import type { ActOf } from '../acts.ts';
import { type Business, type Family, type Lesson, type Payment, refuse } from './business.ts';
import { actingFor } from './lessons.ts';
import { addBooking, offerSpots, refusalWithSpots } from './spots.ts';
import { addDays, HOUR, MINUTE, ukDate, ukMonth } from './uk-time.ts';

const RESERVED = 36 * MINUTE;

function priceOf(business: Business, credits: number): number {
  const best = business.packages.findLast((one) => one.credits <= credits);
  return best === undefined ? 0 : (best.pence / best.credits) * credits;
}

function release(business: Business, payment: Payment): void {
  if (!business.reservations.delete(payment)) return;
  for (const lesson of payment.lessons) offerSpots(business, lesson);
}

/** Families that have never paid may reserve half of a lesson's spots. */
function isFullOfNewcomers(business: Business, lesson: Lesson, family: Family): boolean {
  const held = [...business.reservations].filter(
    (other) =>
      other.lessons.includes(lesson) &&
      other.family !== family &&
      !other.family.payments.some(({ paid }) => paid > 0),
  );
  return held.length >= Math.max(1, Math.floor(lesson.spots / 2));
}

export function startCheckout(business: Business, act: ActOf<'start checkout'>): void {
  const family = business.signedIn(act.by);
  const lessons = (act.lessons ?? []).map((name) => business.lesson(name));
  const student = act.student === undefined ? null : business.student(act.student);
  if (family.students.some(({ name }) => name === act.by)) refuse('forbidden');
  if (student !== null) actingFor(business, act.by, student);
  if (act.credits < 1 || act.credits > 100) refuse('validation_failed');
  for (const lesson of student === null ? [] : lessons) {
    const refusal = refusalWithSpots(business, lesson, family, student ?? refuse('no such name'));
    if (refusal !== null) refuse(refusal);
  }
  if (act.credits + family.balance < lessons.length) refuse('validation_failed');
  const isNew = !family.payments.some(({ paid }) => paid > 0);
  if (isNew && lessons.some((lesson) => isFullOfNewcomers(business, lesson, family)))
    refuse('reservations_full');
  if (business.now < business.providerAwayUntil) refuse('payment_provider_error');
  const payment: Payment = {
    name: act.payment,
    family,
    credits: act.credits,
    amount: Math.round(priceOf(business, act.credits)),
    startedAt: business.now,
    lessons,
    student,
    lot: { left: 0 },
    allowsCodes: business.allowsCodes,
    session: 'open',
    paid: 0,
    status: 'pending',
    grantedAt: 0,
    taken: 0,
    owed: 0,
    owedSince: 0,
    returned: 0,
    returnedAtProvider: 0,
    dispute: null,
    events: [],
  };
  business.payments.set(payment.name, payment);
  family.payments.push(payment);
  const endsIn = lessons.length > 0 ? 31 * MINUTE : HOUR;
  business.later(business.now + endsIn, () => endSession(payment));
  if (lessons.length === 0) return;
  const older = [...business.reservations].find((other) => other.family === family);
  business.reservations.add(payment);
  if (older !== undefined) {
    release(business, older);
    endSession(older);
    if (older.status === 'pending') older.status = 'expired';
  }
  business.later(business.now + RESERVED, () => {
    release(business, payment);
  });
}

function endSession(payment: Payment): void {
  if (payment.session !== 'open') return;
  payment.session = 'ended';
  payment.events.push('expired');
}

export function pay(business: Business, act: ActOf<'pay'>): void {
  const payment = business.payments.get(act.payment) ?? refuse('no such name');
  if (payment.session !== 'open') refuse('not open');
  payment.session = 'paid';
  const isCheaper = act.code === true && payment.allowsCodes;
  payment.paid = isCheaper ? Math.round(payment.amount * 0.9) : payment.amount;
  payment.events.push('paid');
}

/** Grants the credits once, and books the lessons in their order as far as credits and spots go. */
function fulfil(business: Business, payment: Payment): void {
  const { family, student, lessons, lot } = payment;
  if (payment.status === 'paid' || payment.status === 'refunded') return;
  payment.status = 'paid';
  payment.grantedAt = business.now;
  business.grant(family, 'purchase', payment.credits, lot);
  const month = monthOf(business);
  month.paid += payment.paid;
  const year = ukMonth(business.now).slice(0, 4);
  const number = (business.lastInvoice.get(year) ?? 0) + 1;
  business.lastInvoice.set(year, number);
  family.invoices.push(`${year}/${number}`);
  business.mailParents(family, 'receipt');
  const booked: string[] = [];
  for (const lesson of student === null ? [] : lessons) {
    if (student === null || !student.present) break;
    const refusal = refusalWithSpots(business, lesson, family, student);
    if (refusal !== null || family.balance < 1) continue;
    addBooking(business, { family, student, lesson, lot: business.spend(family) });
    booked.push(lesson.name);
  }
  release(business, payment);
  if (booked.length > 0 && student !== null)
    business.mailAbout(family, [student], `booked: ${booked.toSorted().join(', ')}`);
}

export function monthOf(business: Business): { paid: number; returned: number } {
  const name = ukMonth(business.now);
  const month = business.months.get(name) ?? { paid: 0, returned: 0 };
  business.months.set(name, month);
  return month;
}

export function settle(business: Business, payment: Payment): void {
  if (payment.session === 'paid') fulfil(business, payment);
  else if (payment.session === 'ended' && payment.status === 'pending') {
    payment.status = 'expired';
    release(business, payment);
  }
}

export function deliverEvents(business: Business, act: ActOf<'deliver events'>): void {
  const payment = business.payments.get(act.payment) ?? refuse('no such name');
  const { events } = payment;
  payment.events = [];
  for (const event of events)
    if (event === 'refunded') takeMoneyBack(business, payment);
    else settle(business, payment);
}

export function lookAtPayment(business: Business, act: ActOf<'look at payment'>): void {
  const payment = business.payment(act.payment);
  if (payment.status === 'pending' && business.now >= business.providerAwayUntil)
    settle(business, payment);
}

export function cancelCheckout(business: Business, act: ActOf<'cancel checkout'>): void {
  const payment = business.payment(act.payment);
  if (payment.status === 'pending' && business.now < business.providerAwayUntil)
    refuse('payment_provider_error');
  if (payment.status === 'pending') endSession(payment);
  settle(business, payment);
}

/** How many credits of a payment can go back, and how much money that is. */
function refundable(payment: Payment): number {
  if (payment.grantedAt === 0 || payment.paid === 0 || payment.dispute === 'open') return 0;
  return Math.min(payment.lot.left, payment.credits - payment.taken);
}

export function refund(
  business: Business,
  act: Pick<ActOf<'refund'>, 'payment' | 'credits'>,
): void {
  const payment = business.payment(act.payment);
  const { family, credits, paid } = payment;
  if (act.credits < 1) refuse('validation_failed');
  if (act.credits > refundable(payment)) refuse('not_refundable');
  const pence = Math.floor((paid * (payment.taken + act.credits)) / credits) - payment.returned;
  if (pence <= 0) refuse('not_refundable');
  payment.taken += act.credits;
  business.takeBack(family, payment.lot, act.credits);
  payment.returned += pence;
  payment.returnedAtProvider += pence;
  monthOf(business).returned += pence;
  if (payment.returned === paid) payment.status = 'refunded';
  // The server asks the provider until it has answered.
  business.later(Math.max(business.now, business.providerAwayUntil), () => {
    business.mailParents(family, 'refund');
  });
}

export function returnCredits(business: Business, act: ActOf<'return'>): void {
  const family = business.signedIn(act.by);
  if (family.students.some(({ name }) => name === act.by)) refuse('forbidden');
  const payment = business.payment(act.payment);
  if (payment.family !== family) refuse('payment_not_found');
  if (act.credits < 1) refuse('validation_failed');
  if (payment.grantedAt > 0) {
    const lastDay = addDays(ukDate(payment.grantedAt), 14);
    if (ukDate(business.now) > lastDay) refuse('return_period_over');
  }
  refund(business, act);
}

/** Money that went back at the provider takes its share of the credits, as far as there are any. */
function takeMoneyBack(business: Business, payment: Payment): void {
  const { family, credits, paid, returnedAtProvider } = payment;
  const target = Math.floor((credits * returnedAtProvider) / paid);
  const missing = target - payment.taken - payment.owed;
  monthOf(business).returned += returnedAtProvider - payment.returned;
  payment.returned = returnedAtProvider;
  if (payment.returned === paid) payment.status = 'refunded';
  if (missing <= 0) return;
  const taken = Math.min(missing, family.balance);
  payment.taken += taken;
  payment.owed += missing - taken;
  if (taken < missing) payment.owedSince = business.now;
  if (taken > 0) business.takeBack(family, payment.lot, taken);
  if (taken < missing) business.mail('tutor', 'shortfall');
}

export function refundAtProvider(business: Business, act: ActOf<'refund at provider'>): void {
  const payment = business.payment(act.payment);
  if (payment.session !== 'paid' || payment.returnedAtProvider + act.pence > payment.paid)
    refuse('no such name');
  payment.returnedAtProvider += act.pence;
  takeMoneyBack(business, payment);
}

export function dispute(business: Business, act: ActOf<'dispute'>): void {
  const payment = business.payment(act.payment);
  if (payment.grantedAt === 0) refuse('no such name');
  const { state } = act;
  if (state === 'inquiry' || state === 'inquiry closed') return;
  if (payment.dispute === 'won' || payment.dispute === 'lost') return;
  const { dispute: before, paid } = payment;
  payment.dispute = state;
  // The bank withdraws all of it, whatever was returned before.
  if (state === 'open' && before === null) monthOf(business).returned += paid;
  if (state === 'won') monthOf(business).returned -= paid;
  business.mail('tutor', state === 'open' ? 'dispute' : `dispute ${state}`);
  if (state !== 'lost') return;
  payment.returnedAtProvider = paid;
  payment.returned = paid;
  takeMoneyBack(business, payment);
}
