// <NoLesson>: the way to a first or another lesson, where none is booked.
import { explainRefusal } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { Button } from '../ui/button.tsx';
import { type Booker, mayBook } from './booker.ts';

interface NoLessonProps {
  /** Those that come into question, sorted by start. */
  readonly lessons: readonly FamilyLesson[];
  readonly booker: Booker;
  /** Whether the family has not had a lesson yet. */
  readonly isNew: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onShow: (lesson: FamilyLesson) => void;
}

export function NoLesson({ lessons, booker, isNew, now, onShow }: NoLessonProps) {
  const next = lessons.find((lesson) => explainRefusal(lesson, { Credits: null }, now) === null);
  return (
    <>
      <div className="grid gap-1">
        <h2 id="next-lesson" className="text-heading">
          {isNew ? 'Choose your first lesson' : 'No lesson is booked'}
        </h2>
        <p className="text-pencil">{wordsFor(booker, next)}</p>
      </div>
      {next !== undefined && (
        <div>
          <Button onClick={() => onShow(next)}>
            <span>
              Next with a place:{' '}
              <span className="whitespace-nowrap">
                {formatDate(next.Date, 'short')}, {shortTime(next.Time)}
              </span>
            </span>
          </Button>
        </div>
      )}
    </>
  );
}

function wordsFor({ user, credits }: Booker, next: FamilyLesson | undefined): string {
  if (next === undefined) return 'No lesson with a place is planned yet. Please look again in a few days.';
  if (!mayBook(user)) return 'Look through the lessons below and ask a parent to book one.';
  const choice = 'Take the next one, or any other from the weeks below.';
  if (credits === null) return choice;
  const price = `You have ${creditCount(credits)}, and 1 credit books 1 lesson.`;
  return credits < LESSON_CREDITS ? `${price} You can buy one as you book. ${choice}` : `${price} ${choice}`;
}
