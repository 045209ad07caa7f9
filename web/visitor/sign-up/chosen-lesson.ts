// Reads the lesson that a visitor has chosen, as far as it is public: one of the next lessons.
import { useQuery } from '@tanstack/react-query';

import { listNextLessons } from '../../../domain/endpoints/visitor.ts';
import type { FreeLessonMode, NextLesson } from '../../../domain/lessons/next-lesson.ts';
import { call } from '../../transport/client.ts';

export interface ChosenLesson {
  /** Null if it is not among the next lessons or cannot be loaded; undefined while loading. */
  readonly lesson: NextLesson | null | undefined;
  /** How families get their free first lesson, if that is known. */
  readonly mode: FreeLessonMode | undefined;
}

/** The lesson with this id. Shows no toast: nothing depends on it. */
export function useChosenNextLesson(id: string | null): ChosenLesson {
  const { data, isError } = useQuery({
    queryKey: ['public', 'next lessons'],
    queryFn: ({ signal }) => call(listNextLessons, { signal }),
    enabled: id !== null,
    // The spots of a lesson change all the time.
    staleTime: 0,
    retry: false,
    meta: { isSilent: true },
  });
  if (id === null || isError) return { lesson: null, mode: undefined };
  const lesson = data && (data.lessons.find((one) => one.id === id) ?? null);
  return { lesson, mode: data?.free_lesson_mode };
}
