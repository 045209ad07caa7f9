// What comes to somebody's mind, and how often.
import type { YearClass } from '../acts.ts';
import type { Booking, Payment } from '../oracle/business.ts';
import { active } from '../oracle/spots.ts';
import { DAY, HOUR, ukLocal } from '../oracle/uk-time.ts';
import type { Chance, Wish } from './chance.ts';

export const YEARS: readonly YearClass[] = ['year-10', 'year-11', 'year-12', 'year-13'];

export function book(chance: Chance): Wish | null {
  const child = chance.child();
  const lesson = chance.pick(chance.ahead(chance.hits(0.7) ? 8 : 28));
  if (child === null || lesson === null) return null;
  const by = chance.by(child.family, child.student);
  const free = chance.hits(0.05) ? { free: true } : {};
  return { do: 'book', by, student: child.student.name, lesson: lesson.name, ...free };
}

function bookSeveral(chance: Chance): Wish | null {
  const child = chance.child();
  const first = chance.pick(chance.ahead(8));
  if (child === null || first === null) return null;
  const time = first.name.slice(10);
  const lessons = chance
    .ahead(40)
    .filter(({ name }) => name.slice(10) === time)
    .slice(0, chance.whole(2, 6))
    .map(({ name }) => name);
  const by = chance.by(child.family, child.student);
  return { do: 'book several', by, student: child.student.name, lessons };
}

const ofBooking = (make: (chance: Chance, booking: Booking) => Wish | null) => (chance: Chance) => {
  const booking = chance.booking();
  return booking === null ? null : make(chance, booking);
};

const cancel = ofBooking((chance, { family, student, lesson }) => {
  const by = chance.by(family, student);
  return { do: 'cancel', by, student: student.name, lesson: lesson.name };
});

const move = ofBooking((chance, { family, student, lesson }) => {
  const to = chance.pick(chance.ahead(15));
  if (to === null) return null;
  const by = chance.by(family, student);
  return { do: 'move', by, student: student.name, from: lesson.name, to: to.name };
});

const tutorCancels = ofBooking((chance, { student, lesson }) => ({
  do: 'tutor cancels',
  student: student.name,
  lesson: lesson.name,
  refund: chance.hits(0.6),
}));

const tutorMoves = ofBooking((chance, { student, lesson }) => {
  const to = chance.pick(chance.ahead(15));
  if (to === null) return null;
  return { do: 'tutor moves', student: student.name, from: lesson.name, to: to.name };
});

function tutorBooks(chance: Chance): Wish | null {
  const child = chance.child();
  const recent = [...chance.business.lessons.values()].filter(
    ({ start }) => start > chance.now - 9 * DAY && start < chance.now + 14 * DAY,
  );
  const lesson = chance.pick(recent);
  if (child === null || lesson === null) return null;
  const credit = chance.hits(0.5) ? 'take' : 'free';
  return { do: 'tutor books', student: child.student.name, lesson: lesson.name, credit };
}

function joinList(chance: Chance): Wish | null {
  const child = chance.child();
  const ahead = chance.ahead(14);
  const full = ahead.filter((one) => active(one).length >= one.spots);
  const lesson = chance.pick(full.length > 0 && chance.hits(0.9) ? full : ahead);
  if (child === null || lesson === null) return null;
  const by = chance.by(child.family, child.student);
  return { do: 'join list', by, student: child.student.name, lesson: lesson.name };
}

function leaveList(chance: Chance): Wish | null {
  const lesson = chance.pick(chance.ahead(14).filter(({ waiting }) => waiting.length > 0));
  const entry = chance.pick(lesson?.waiting ?? []);
  if (lesson === null || entry === null) return null;
  const by = chance.by(entry.family, entry.student);
  return { do: 'leave list', by, student: entry.student.name, lesson: lesson.name };
}

function changeLesson(chance: Chance): Wish | null {
  const lesson = chance.pick(chance.ahead(21).filter(({ start }) => start > chance.now + 3 * DAY));
  if (lesson === null) return null;
  if (chance.hits(0.7)) {
    const spots = Math.max(1, lesson.spots + chance.whole(-2, 2));
    return { do: 'change lesson', lesson: lesson.name, spots };
  }
  const start = ukLocal(lesson.start + chance.whole(1, 2) * HOUR);
  return { do: 'change lesson', lesson: lesson.name, start };
}

function deleteLesson(chance: Chance): Wish | null {
  const lesson = chance.pick(chance.ahead(21));
  return lesson === null ? null : { do: 'delete lesson', lesson: lesson.name };
}

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

function recentPayment(chance: Chance): Payment | null {
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

/** How often each wish comes up for each family in a week. */
export const WISHES: readonly (readonly [number, (chance: Chance) => Wish | null])[] = [
  [1.2, book],
  [0.12, bookSeveral],
  [0.25, cancel],
  [0.2, move],
  [0.4, joinList],
  [0.05, leaveList],
  [0.03, giveCredits],
  [0.02, addStudent],
  [0.02, changeStudent],
  [0.006, removeStudent],
  [0.02, changeLesson],
  [0.004, deleteLesson],
  [0.02, setReminders],
  [0.01, deleteAccount],
  [0.04, tutorBooks],
  [0.02, tutorCancels],
  [0.02, tutorMoves],
  [0.02, refund],
  [0.03, returnCredits],
  [0.006, refundAtProvider],
];

/** Wishes of the tutor, with how often each comes up in a week, whatever the number of families. */
export const TUTOR_WISHES: readonly (readonly [number, (chance: Chance) => Wish | null])[] = [
  [0.03, setPrices],
];
