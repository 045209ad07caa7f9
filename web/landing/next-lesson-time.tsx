// <NextLessonTime>: when the next lesson is; while loading, and without scripts, when lessons
// usually are.
import { lessonRhythm, spokenTime, spokenTimes } from '../../domain/business-words.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { useBusiness } from '../content/business-context.ts';
import { useNextLessons } from './next-lessons-data.ts';

export function NextLessonTime() {
  const [first] = useNextLessons()?.lessons ?? [];
  const business = useBusiness();
  const starts = first && Date.parse(first.starts_at);
  return (
    // Reserves the height of the taller of both on the narrowest phone.
    <p className="max-sm:min-h-[3lh]">
      <b>{starts === undefined ? lessonRhythm(business) : formatDate(ukDate(starts), 'short')}</b>
      {starts === undefined ? spokenTimes(business) : `next lesson, ${spokenTime(ukTime(starts))}`}
    </p>
  );
}
