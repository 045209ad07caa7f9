// <UnpaidLesson>: the lesson of a payment that was not made, and whether its spot is still
// reserved.
import { useQuery } from '@tanstack/react-query';

import { spotsLeftWords } from '../../../domain/lessons/lesson.ts';
import { mondayOf, ukDate, ukTime } from '../../../domain/time.ts';
import { lessonsQuery } from '../../data/lessons.ts';
import { describeTime } from '../../parts/lesson-times.ts';
import { DateTile, TileSkeleton } from '../../ui/dates/date-tile.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';

interface UnpaidLessonProps {
  readonly id: string;
  /** Any day of its week, YYYY-MM-DD. */
  readonly date: string;
}

export function UnpaidLesson({ id, date }: UnpaidLessonProps) {
  const now = useNow();
  const { data, isError } = useQuery(lessonsQuery(mondayOf(date), ukDate(now)));
  const lesson = data?.find((one) => one.id === id);
  if (isError || (data !== undefined && lesson === undefined)) return null;
  if (lesson === undefined) return <TileSkeleton />;
  const { reserved_until, availableSpots } = lesson;
  const isReserved = reserved_until !== null && Date.parse(reserved_until) > now;
  return (
    <div className="flex min-h-24 items-center gap-4">
      <DateTile date={lesson.Date} />
      <div className="min-w-0 leading-snug wrap-anywhere">
        <p className="font-bold">{lesson.Lesson_Name}</p>
        <p>{describeTime(lesson)}</p>
        <output className="mt-0.5 block font-bold text-signal">
          {isReserved
            ? `Reserved for you until ${ukTime(Date.parse(reserved_until))}`
            : `Spot released: ${availableSpots > 0 ? spotsLeftWords(availableSpots) : 'fully booked now'}`}
        </output>
      </div>
    </div>
  );
}
