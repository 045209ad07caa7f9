// What comes to somebody's mind, and how often.
import { type Booking, active } from '../oracle/things.ts';
import { DAY, HOUR, ukDate, ukLocal } from '../oracle/uk-time.ts';
import type { Chance, Wish, Wishes } from './chance.ts';

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

/** Each lesson has a topic of its own. */
function giveTopic(chance: Chance): Wish | null {
  const lesson = chance.pick(chance.ahead(8).filter(({ topic }) => topic === null));
  if (lesson === null) return null;
  return { do: 'give topic', lesson: lesson.name, topic: `topic of ${lesson.name}` };
}

function prepare(chance: Chance): Wish | null {
  const lesson = chance.pick(chance.ahead(9).filter(({ topic }) => topic !== null));
  const student = lesson === null ? undefined : chance.pick(active(lesson))?.student;
  if (lesson === null || student === undefined) return null;
  const question = chance.hits(0.9) ? 'q1' : 'q2';
  const right = chance.hits(0.5);
  return { do: 'prepare', student: student.name, lesson: lesson.name, question, right };
}

/** Questions that are due, or nearly. */
function practise(chance: Chance): Wish | null {
  const soon = ukDate(chance.now + DAY);
  const due = [...chance.business.topics].flatMap(([topic, { boxes }]) =>
    [...boxes].filter(([, box]) => box.due <= soon).map(([key]) => ({ topic, key })),
  );
  const chosen = chance.pick(due);
  const [student, question] = chosen?.key.split(' ') ?? [];
  if (chosen === null || student === undefined || question === undefined) return null;
  return { do: 'practise', student, topic: chosen.topic, question, right: chance.hits(0.7) };
}

/** How often each wish comes up for each family in a week. */
export const WISHES: Wishes = [
  [1.2, book],
  [0.12, bookSeveral],
  [0.25, cancel],
  [0.2, move],
  [0.4, joinList],
  [0.05, leaveList],
  [0.02, changeLesson],
  [0.004, deleteLesson],
  [0.04, tutorBooks],
  [0.02, tutorCancels],
  [0.02, tutorMoves],
  [0.05, giveTopic],
  [0.1, prepare],
  [0.15, practise],
];
