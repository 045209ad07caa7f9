// How families come, and what they buy.
import type { Family } from '../oracle/things.ts';
import { addDays, HOUR, MINUTE, ukDate, ukInstant } from '../oracle/uk-time.ts';
import { YEARS } from './account-wishes.ts';
import type { Agenda } from './agenda.ts';
import type { Wish } from './chance.ts';

/** The share of sign-ups of which nothing comes. */
const STRANGERS = 0.05;

export function planFamily(agenda: Agenda, midnight: number): void {
  const { chance } = agenda;
  const family = agenda.name('f');
  const parent = `${family}.p1`;
  const at = midnight + chance.between(8, 20) * HOUR;
  if (chance.hits(STRANGERS)) {
    agenda.do(at, { do: 'sign up', family });
    return;
  }
  const enquiry = chance.hits(0.4) ? planEnquiry(agenda, at, family) : null;
  const signUp = enquiry === null ? at : at + chance.between(5, 17 * 24) * HOUR;
  const isInvited = enquiry !== null && chance.hits(0.7);
  if (isInvited) agenda.do(signUp, { do: 'sign up', family, invitation: enquiry });
  agenda.do(signUp + (isInvited ? MINUTE : 0), { do: 'sign up', family });
  if (chance.hits(0.9)) {
    const wait = chance.hits(0.8) ? chance.between(0.02, 0.5) : chance.between(1, 9 * 24);
    agenda.do(signUp + 2 * MINUTE + wait * HOUR, { do: 'confirm email', person: parent });
  }
  if (chance.hits(0.6))
    agenda.at(signUp + chance.between(0.1, 3) * HOUR, () => {
      const lesson = chance.pick(chance.ahead(14))?.name;
      if (lesson === undefined) return null;
      return { do: 'book', by: parent, student: `${family}.s1`, lesson, free: true };
    });
  agenda.at(signUp + chance.between(0.2, 30) * HOUR, () =>
    buy(agenda, agenda.business.families.get(family) ?? null),
  );
}

function planEnquiry(agenda: Agenda, at: number, family: string): string {
  const { chance } = agenda;
  const enquiry = agenda.name('e');
  agenda.do(at, { do: 'enquire', enquiry, family, year: chance.pick(YEARS) ?? 'year-10' });
  const answeredAt = at + chance.between(1, 4) * HOUR;
  if (chance.hits(0.7))
    agenda.at(answeredAt, () => {
      const lesson = chance.hits(0.6) ? chance.pick(chance.ahead(14))?.name : undefined;
      return { do: 'invite enquiry', enquiry, ...(lesson === undefined ? {} : { lesson }) };
    });
  else agenda.do(answeredAt, { do: 'answer enquiry', enquiry });
  return enquiry;
}

/** Reserves a spot again and again, and never pays. */
export function planUnpaid(agenda: Agenda, midnight: number): void {
  const { chance } = agenda;
  const family = chance.pick(chance.present());
  const lesson = chance.pick(chance.ahead(10))?.name;
  if (family === null || lesson === undefined) return;
  const [by, student] = [`${family.name}.p1`, `${family.name}.s1`];
  for (const nth of [0, 1, 2, 3, 4, 5])
    agenda.at(midnight + 9 * HOUR + nth * 37 * MINUTE, () => {
      if (chance.now < agenda.business.providerAwayUntil) return null;
      const payment = agenda.name('pay');
      return { do: 'start checkout', payment, by, student, lessons: [lesson], credits: 1 };
    });
}

/** Starts a checkout and plans what becomes of it. */
export function buy(agenda: Agenda, family: Family | null): Wish | null {
  if (family === null || family.deleted) return null;
  const { chance } = agenda;
  const payment = agenda.name('pay');
  const credits = chance.pick([1, 1, 5, 5, 5, 10, 7, 3]) ?? 1;
  const by = chance.pick(family.parents)?.name ?? `${family.name}.p1`;
  const student = chance.pick(family.students.filter(({ present }) => present))?.name;
  const isAway = chance.now < agenda.business.providerAwayUntil;
  const lesson = !isAway && chance.hits(0.3) ? chance.pick(chance.ahead(10))?.name : undefined;
  followPayment(agenda, payment);
  const reserved =
    lesson === undefined || student === undefined ? {} : { lessons: [lesson], student };
  return { do: 'start checkout', payment, by, credits, ...reserved };
}

function followPayment(agenda: Agenda, payment: string): void {
  const { chance } = agenda;
  const paidAt = chance.now + chance.between(1, chance.hits(0.9) ? 20 : 50) * MINUTE;
  const ifThere = (at: number, wish: Wish): void => {
    agenda.at(at, () => (agenda.business.payments.has(payment) ? wish : null));
  };
  if (chance.hits(0.06)) ifThere(paidAt - 30_000, { do: 'cancel checkout', payment });
  const code = chance.hits(0.2);
  if (chance.hits(0.85)) ifThere(paidAt, { do: 'pay', payment, ...(code ? { code } : {}) });
  if (chance.hits(0.6)) ifThere(paidAt + 15_000, { do: 'look at payment', payment });
  const late = chance.hits(0.8) ? chance.between(0.5, 3) : chance.between(3, 70 * 60);
  const times = chance.hits(0.2) ? 2 : 1;
  ifThere(paidAt + late * MINUTE, { do: 'deliver events', payment, times });
  ifThere(paidAt + 75 * HOUR, { do: 'deliver events', payment, times });
  if (chance.hits(0.15)) returnLate(agenda, payment, paidAt);
}

/** In the last minutes in which credits can be returned, or just too late. */
function returnLate(agenda: Agenda, payment: string, paidAt: number): void {
  const midnight = ukInstant(`${addDays(ukDate(paidAt), 15)}T00:00`);
  const at = midnight + (agenda.chance.hits(0.7) ? -10 : 10) * MINUTE;
  agenda.at(at, () => {
    const by = agenda.business.payments.get(payment)?.family.parents[0]?.name;
    return by === undefined ? null : { do: 'return', by, payment, credits: 1 };
  });
}
