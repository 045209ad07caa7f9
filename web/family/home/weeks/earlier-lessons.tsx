// <EarlierLessons>: at the end of a phone's agenda, what is over this week and the way to the week
// before.
import { useState } from 'react';

import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../../../domain/paths.ts';
import { addDays } from '../../../../domain/time.ts';
import { Button } from '../../../ui/button.tsx';
import type { Week } from '../../../ui/dates/week-calendar.tsx';
import { TextLink } from '../../../ui/link-button.tsx';
import type { Booker } from '../booker.ts';
import { AgendaRows } from './agenda-row.tsx';

interface EarlierLessonsProps {
  /** Those of this week that are over, sorted by start. */
  lessons: readonly FamilyLesson[];
  week: Week;
  /** Undefined while loading. */
  booker: Booker | undefined;
  now: number;
  onOpen: (lesson: FamilyLesson) => void;
}

export function EarlierLessons({ lessons, week, booker, now, onOpen }: EarlierLessonsProps) {
  const [areShown, setShown] = useState(false);
  const weekBefore = (words: string) => (
    <p>
      <TextLink
        className="font-normal"
        href={weekPath(paths.familyHome, addDays(week.thisMonday, -7))}
      >
        {words}
      </TextLink>
    </p>
  );
  if (lessons.length === 0) return weekBefore('Earlier lessons');
  return (
    <div className="grid gap-3">
      <EarlierButton isOpen={areShown} onToggle={setShown} />
      {areShown && (
        <section aria-labelledby="earlier">
          <h2 id="earlier" className="text-heading">
            Earlier this week
          </h2>
          <AgendaRows lessons={lessons} booker={booker} now={now} onOpen={onOpen} />
          <div className="mt-3">{weekBefore('Last week')}</div>
        </section>
      )}
    </div>
  );
}

interface EarlierButtonProps {
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
}

/** <EarlierButton>: opens and folds the lessons of this week that are over. */
export const EarlierButton = ({ isOpen, onToggle }: EarlierButtonProps) => (
  <Button
    variant="quiet"
    size="flush"
    className="justify-self-start font-normal!"
    aria-expanded={isOpen}
    onClick={() => onToggle(!isOpen)}
  >
    Earlier lessons
  </Button>
);
