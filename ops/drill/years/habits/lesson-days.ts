// What happens around a lesson: the evening before it, minutes before its start, in its room, and
// on the last day of a window.
import { active, type Lesson } from '../oracle/things.ts';
import { DAY, HOUR, MINUTE, ukDate } from '../oracle/uk-time.ts';
import type { Agenda } from './agenda.ts';
import type { Wish } from './chance.ts';
import { book } from './wishes.ts';

/** Acts at the very end of an invitation and of the tutor's week to add students, or just after. */
export function planLastDays(agenda: Agenda, date: string): void {
  const { business, chance } = agenda;
  const around = (end: number): number => end + (chance.pick([-10, 10, 200]) ?? 0) * MINUTE;
  for (const { invitations } of chance.present())
    for (const [person, until] of invitations)
      if (ukDate(until) === date) agenda.do(around(until), { do: 'accept invitation', person });
  for (const { name: lesson, start } of business.lessons.values())
    if (ukDate(start + 7 * DAY) === date && chance.hits(0.3))
      agenda.at(around(start + 7 * DAY), () => {
        const student = chance.child()?.student.name;
        if (student === undefined) return null;
        return { do: 'tutor books', student, lesson, credit: chance.hits(0.5) ? 'take' : 'free' };
      });
}

/** The last chance to book with a reminder, and the first without one. */
export function planDayBefore(agenda: Agenda, lesson: Lesson): void {
  const { start } = lesson;
  if (agenda.chance.hits(0.4))
    agenda.at(start - agenda.chance.between(1, 23) * HOUR, () => excuse(agenda, lesson));
  for (const minutes of [-3, 3])
    if (agenda.chance.hits(0.3))
      agenda.at(start - DAY + minutes * MINUTE, () => book(agenda.chance));
}

/** Minutes before the start, and the attendance afterwards. */
export function planLessonDay(agenda: Agenda, lesson: Lesson): void {
  const { name, start } = lesson;
  const { chance } = agenda;
  for (const minutes of [-123, -121, -120, -119, -61, -60, -59, -2, 0, 3])
    if (chance.hits(0.15)) agenda.at(start + minutes * MINUTE, () => lateAct(agenda, lesson));
  planRoom(agenda, lesson);
  agenda.at(start + 70 * MINUTE, () => {
    for (const { student } of active(lesson)) {
      if (!chance.hits(0.1)) continue;
      const act = { do: 'mark attendance', student: student.name, lesson: name } as const;
      const at = start + chance.between(71, 90) * MINUTE;
      agenda.do(at, { ...act, absent: true });
      if (chance.hits(0.2)) agenda.do(at + HOUR, { ...act, absent: false });
    }
    return null;
  });
}

/** By the link in the reminder; now and then it is taken back. */
function excuse(agenda: Agenda, { name: lesson, start }: Lesson): Wish | null {
  const { chance } = agenda;
  const known = agenda.business.lessons.get(lesson);
  const student = chance.pick(known === undefined ? [] : active(known))?.student.name;
  if (student === undefined) return null;
  if (chance.hits(0.5)) {
    const after = chance.pick([1, 9, 11, 11]) ?? 1;
    agenda.do(chance.now + after * MINUTE, { do: 'undo excuse', student, lesson });
  }
  const to = chance.pick(chance.ahead(14).filter((other) => other.start > start))?.name;
  if (to !== undefined && chance.hits(0.3)) return { do: 'excuse by moving', student, lesson, to };
  return { do: 'excuse', student, lesson, how: chance.hits(0.5) ? 'cancel' : 'tell' };
}

/** Questions in the lesson, and the sentence for the letter. */
function planRoom(agenda: Agenda, { name: lesson, start, topic }: Lesson): void {
  const { chance } = agenda;
  if (chance.hits(0.1))
    agenda.do(start + 65 * MINUTE, { do: 'write letter', lesson, sentence: 'Well done.' });
  else if (chance.hits(0.05))
    agenda.do(start + 65 * MINUTE, { do: 'write letter', lesson, state: 'off' });
  if (topic === null) return;
  for (const [index, question] of ['q2', 'q3'].entries()) {
    const at = start + (chance.pick([-16, 5, 20, 40, 76]) ?? 5) * MINUTE + index * 15_000;
    agenda.do(at, { do: 'ask', lesson, question });
    agenda.at(at + MINUTE, () => {
      const found = agenda.business.lessons.get(lesson);
      for (const { student } of found === undefined ? [] : active(found)) {
        const right = chance.hits(0.6);
        const answer = { student: student.name, lesson, question, right };
        if (chance.hits(0.8))
          agenda.do(at + chance.between(1, 4) * MINUTE, { do: 'answer', ...answer });
      }
      return null;
    });
    if (chance.hits(0.8)) agenda.do(at + 3 * MINUTE, { do: 'reveal', lesson, question });
  }
}

function lateAct({ chance }: Agenda, lesson: Lesson): Wish | null {
  const booking = chance.pick(active(lesson));
  const child = booking === null || chance.hits(0.3) ? chance.child() : booking;
  if (child === null) return null;
  const { family, student } = child;
  const by = chance.by(family, student);
  const kind = child === booking ? 'cancel' : chance.hits(0.7) ? 'book' : 'join list';
  return { do: kind, by, student: student.name, lesson: lesson.name };
}
