// What families and the tutor want besides lessons: people, accounts and money, and how often.
import type { YearClass } from '../acts.ts';
import type { Payment } from '../oracle/things.ts';
import { DAY } from '../oracle/uk-time.ts';
import type { Chance, Wish, Wishes } from './chance.ts';

export const YEARS: readonly YearClass[] = ['year-10', 'year-11', 'year-12', 'year-13'];

function giveCredits(chance: Chance): Wish | null {
  const family = chance.pick(chance.present());
  if (family === null) return null;
  return { do: 'give credits', family: family.name, credits: chance.pick([1, 2, -1]) ?? 1 };
}

function addStudent(chance: Chance): Wish | null {
  const family = chance.pick(chance.present());
  if (family === null) return null;
  const student = `${family.name}.s${family.students.length + 1}`;
  const year = chance.pick(YEARS) ?? 'year-10';
  return { do: 'add student', by: `${family.name}.p1`, student, year };
}

function changeStudent(chance: Chance): Wish | null {
  const child = chance.child();
  if (child === null) return null;
  const { family, student } = child;
  const year = chance.pick(YEARS) ?? 'year-10';
  const change = chance.hits(0.5) ? { year } : { mayBook: chance.hits(0.7) };
  return { do: 'change student', by: `${family.name}.p1`, student: student.name, ...change };
}

function removeStudent(chance: Chance): Wish | null {
  const child = chance.child();
  if (child === null) return null;
  const { family, student } = child;
  return { do: 'remove student', by: chance.by(family, student), student: student.name };
}

function setReminders(chance: Chance): Wish | null {
  const family = chance.pick(chance.present());
  if (family === null) return null;
  const hours = chance.pick<(2 | 24)[]>([[], [2], [24], [24, 2]]) ?? [];
  return { do: 'set reminders', by: `${family.name}.p1`, hours };
}

function deleteAccount(chance: Chance): Wish | null {
  const family = chance.pick(chance.present());
  const by = chance.pick(family?.parents ?? []);
  return by === null ? null : { do: 'delete account', by: by.name };
}

/** Null while the provider is away: it would then deliver the event at an unknown time. */
function recentPayment(chance: Chance): Payment | null {
  if (chance.now < chance.business.providerAwayUntil) return null;
  const payments = [...chance.business.payments.values()];
  return chance.pick(payments.slice(-60).filter(({ family }) => !family.deleted));
}

function refund(chance: Chance): Wish | null {
  const payment = recentPayment(chance);
  if (payment === null) return null;
  const credits = chance.hits(0.3) ? payment.credits : chance.whole(1, 3);
  return { do: 'refund', payment: payment.name, credits };
}

function returnCredits(chance: Chance): Wish | null {
  const payment = recentPayment(chance);
  const by = chance.pick(payment?.family.parents ?? []);
  if (payment === null || by === null) return null;
  return { do: 'return', by: by.name, payment: payment.name, credits: chance.whole(1, 3) };
}

function refundAtProvider(chance: Chance): Wish | null {
  const payment = recentPayment(chance);
  if (payment === null || payment.grantedAt === 0) return null;
  const pence = chance.hits(0.4) ? payment.paid : chance.whole(100, 6000);
  return { do: 'refund at provider', payment: payment.name, pence };
}

function setPrices(chance: Chance): Wish | null {
  const one = chance.whole(28, 34) * 100;
  const five = (one - chance.whole(1, 3) * 100) * 5;
  const packages = [
    { credits: 1, pence: one },
    { credits: 5, pence: five },
    { credits: 10, pence: five * 2 - chance.whole(0, 9) * 100 },
  ];
  return { do: 'set prices', packages };
}

function disputePayment(chance: Chance): Wish | null {
  if (chance.now < chance.business.providerAwayUntil) return null;
  const payments = [...chance.business.payments.values()].filter(
    ({ grantedAt, family }) => grantedAt > 0 && !family.deleted,
  );
  const isOpen = ({ dispute, inquiry }: Payment) =>
    dispute === 'open' || (dispute === null && inquiry === 'open');
  const open = payments.filter(isOpen);
  const payment = chance.pick(chance.hits(0.6) && open.length > 0 ? open : payments.slice(-200));
  if (payment === null || (payment.inquiry === 'closed' && payment.dispute === null)) return null;
  const isAsked = payment.dispute === null && payment.inquiry === 'open';
  const begin = isAsked || chance.hits(0.6) ? 'open' : 'inquiry';
  const end = chance.hits(0.5) ? 'won' : 'lost';
  const state = payment.dispute === 'open' ? end : begin;
  const isOver = isAsked && chance.hits(0.5);
  return { do: 'dispute', payment: payment.name, state: isOver ? 'inquiry closed' : state };
}

function invite(chance: Chance): Wish | null {
  const child = chance.child();
  if (child === null) return null;
  const { family, student } = child;
  const person = chance.hits(0.4) ? `${family.name}.p2` : student.name;
  return { do: 'invite person', by: chance.by(family, student), person };
}

/** Most accept soon, some on the last day, some too late. */
function accept(chance: Chance): Wish | null {
  const open = chance
    .present()
    .flatMap(({ invitations }) => [...invitations])
    .filter(([, until]) => until > 0 && (chance.hits(0.3) || until - chance.now < DAY));
  const person = chance.pick(open)?.[0];
  return person === undefined ? null : { do: 'accept invitation', person };
}

function removePerson(chance: Chance): Wish | null {
  const family = chance.pick(chance.present().filter(({ parents }) => parents.length > 1));
  const signedIn = chance
    .present()
    .flatMap(({ students }) => students.filter(({ hasSignIn }) => hasSignIn));
  const student = chance.pick(signedIn)?.name;
  if (chance.hits(0.5) && family !== null) {
    const by = chance.pick(family.parents)?.name ?? `${family.name}.p1`;
    return { do: 'remove parent', by, person: `${family.name}.p2` };
  }
  if (student === undefined) return null;
  return { do: 'remove sign-in', by: `${student.split('.', 1)[0]}.p1`, student };
}

function askForFreeLesson(chance: Chance): Wish | null {
  const family = chance.pick(chance.present());
  if (family === null) return null;
  const year = chance.pick(YEARS) ?? 'year-10';
  return { do: 'ask for free lesson', by: `${family.name}.p1`, year };
}

function deleteEnquiry(chance: Chance): Wish | null {
  const enquiry = chance.pick(
    [...chance.business.enquiries.keys()].filter((name) => name.startsWith('e')),
  );
  return enquiry === null ? null : { do: 'delete enquiry', enquiry };
}

/** How often each wish comes up for each family in a week. */
export const ACCOUNT_WISHES: Wishes = [
  [0.03, giveCredits],
  [0.02, addStudent],
  [0.03, changeStudent],
  [0.006, removeStudent],
  [0.02, setReminders],
  [0.008, deleteAccount],
  [0.02, refund],
  [0.03, returnCredits],
  [0.006, refundAtProvider],
  [0.006, disputePayment],
  [0.03, invite],
  [0.04, accept],
  [0.005, removePerson],
  [0.01, askForFreeLesson],
  [0.001, deleteEnquiry],
];

/** How often each wish of the tutor comes up in a week, whatever the number of families. */
export const TUTOR_WISHES: Wishes = [
  [0.03, setPrices],
  [0.1, (chance) => ({ do: 'allow codes', allowed: chance.hits(0.5) })],
  [0.2, () => ({ do: 'compare payments', days: 35 })],
];
