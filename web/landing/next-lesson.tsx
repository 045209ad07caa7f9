// <NextLesson>: when the next lesson is; until that is known, and without a script, when lessons
// are.
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { useNextLessons } from '../api/next-lessons.ts';
import { lessonFacts, spokenTime } from '../content/lesson-facts.ts';

export function NextLesson() {
  const [first] = useNextLessons()?.lessons ?? [];
  const starts = first && Date.parse(first.starts_at);
  return (
    // As high as either can be on the narrowest phone.
    <p className="max-sm:min-h-[3lh]">
      <b>{starts === undefined ? 'Every weekend' : formatDate(ukDate(starts), 'short')}</b>
      {starts === undefined
        ? lessonFacts.times.join(' or ')
        : `next lesson, ${spokenTime(ukTime(starts))}`}
    </p>
  );
}
