// <FullLesson>: the next lesson of the same course that has a spot.
import { useQuery } from '@tanstack/react-query';

import { nextWithSpot } from '../../../../domain/lessons/lesson-choice.ts';
import { type FamilyLesson, spotsLeftWords } from '../../../../domain/lessons/lesson.ts';
import { LESSON_WINDOW_DAYS } from '../../../../domain/limits.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { lessonsOfQuery, LOADING_LESSONS } from '../../../data/lessons.ts';
import { Loaded } from '../../../ui/loaded.tsx';

interface FullLessonProps {
  readonly lesson: FamilyLesson;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onShow: (lesson: FamilyLesson) => void;
}

export function FullLesson({ lesson, now, onShow }: FullLessonProps) {
  const lessons = useQuery(lessonsOfQuery({ from: lesson.Date, days: LESSON_WINDOW_DAYS.ahead }));
  return (
    <Loaded
      query={lessons}
      label="Loading lessons"
      rows={1}
      rowClassName="h-24 w-full"
      failure={LOADING_LESSONS.title}
    >
      {(loaded) => {
        const next = nextWithSpot(lesson, loaded, now);
        return next === undefined ? (
          <p className="text-pencil">No later lesson of this course has a spot yet.</p>
        ) : (
          <NextOpenLesson lesson={next} onShow={() => onShow(next)} />
        );
      }}
    </Loaded>
  );
}

function NextOpenLesson({
  lesson,
  onShow,
}: {
  readonly lesson: FamilyLesson;
  readonly onShow: () => void;
}) {
  return (
    <button
      type="button"
      className="grid w-full cursor-pointer gap-1 rounded-md border border-l-4 border-rule border-l-signal bg-sheet p-3.5 text-left leading-snug transition-colors duration-150 hover:border-signal hover:bg-wash"
      onClick={onShow}
    >
      <span className="text-sm font-bold text-pencil">Next with a spot</span>{' '}
      <span className="font-bold">
        {formatDate(lesson.Date, 'short')}, {shortTime(lesson.Time)}
      </span>{' '}
      <span className="wrap-anywhere">{lesson.Lesson_Name}</span>{' '}
      <span className="text-sm text-pencil">{spotsLeftWords(lesson.availableSpots)}</span>
    </button>
  );
}
