// <LessonOptions>: lessons to choose one of.
import { spotsLeftWords } from '../../domain/lessons/lesson.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { RadioList } from '../ui/forms/choice.tsx';

interface LessonOption {
  readonly id: string;
  readonly Lesson_Name: string;
  readonly Date: string;
  readonly Time: string;
}

interface LessonOptionsProps<Lesson> {
  legend: string;
  /** Sorted by start. Without any, nothing is shown. */
  lessons: readonly Lesson[];
  chosenId: string | null;
  spotsLeft: (lesson: Lesson) => number;
  onChoose: (id: string) => void;
}

export function LessonOptions<Lesson extends LessonOption>({
  legend,
  lessons,
  chosenId,
  spotsLeft,
  onChoose,
}: LessonOptionsProps<Lesson>) {
  if (lessons.length === 0) return null;
  return (
    <RadioList
      legend={legend}
      name="to"
      value={chosenId}
      options={lessons.map((lesson) => ({
        value: lesson.id,
        label: (
          <>
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="figures font-bold">
                {formatDate(lesson.Date, 'short')}, {shortTime(lesson.Time)}
              </span>{' '}
              <span className="text-sm text-pencil">{spotsLeftWords(spotsLeft(lesson))}</span>
            </span>{' '}
            <span className="block text-sm">{lesson.Lesson_Name}</span>
          </>
        ),
      }))}
      onChange={onChoose}
    />
  );
}
