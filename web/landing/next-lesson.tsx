// <NextLesson>: when the next lesson is; while loading, and without scripts, when lessons usually
// are.
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { useNextLessons } from '../api/next-lessons.ts';
import { lessonFacts, spokenTime } from '../content/lesson-facts.ts';

export function NextLesson() {
  const [first] = useNextLessons()?.lessons ?? [];
  const starts = first && Date.parse(first.starts_at);
  return (
    // Reserves the height of the taller of both on the narrowest phone.
    <p className="max-sm:min-h-[3lh]">
      <b>{starts === undefined ? 'Every weekend' : formatDate(ukDate(starts), 'short')}</b>
      {starts === undefined
        ? lessonFacts.times.join(' or ')
        : `next lesson, ${spokenTime(ukTime(starts))}`}
    </p>
  );
}
