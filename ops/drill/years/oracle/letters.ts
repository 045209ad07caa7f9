// The letter after a lesson.
import type { Business } from './business.ts';
import { active, type Lesson, LESSON, recipientsOf } from './things.ts';
import { DAY, HOUR } from './uk-time.ts';

const LETTER_AFTER = LESSON + HOUR;

export function planLetter(business: Business, lesson: Lesson): void {
  business.later(lesson.start + LETTER_AFTER, () => {
    sendLetters(business, lesson);
  });
}

/** From an hour after the end, for a day, if there is something to say. */
function hasLetter({ now }: Business, { start, letter, topic, sentence }: Lesson): boolean {
  const since = now - start - LETTER_AFTER;
  return since >= 0 && since <= DAY && letter !== 'off' && (topic !== null || sentence !== '');
}

/**
 * To confirmed addresses, once for each booking: one email about all lessons of a family that began
 * together.
 */
export function sendLetters(business: Business, lesson: Lesson): void {
  if (!hasLetter(business, lesson)) return;
  const told = [...business.lessons.values()]
    .filter((other) => other.start === lesson.start && hasLetter(business, other))
    .flatMap(active)
    .filter(({ excused, lettered, family }) => !excused && !lettered && !family.deleted);
  const people = told.flatMap(({ family, student }) => {
    const parents = family.parents.filter(({ confirmed }) => confirmed);
    return recipientsOf({ parents }, student);
  });
  for (const person of new Set(people)) business.mail(person, 'letter');
  for (const booking of told) booking.lettered = true;
}
