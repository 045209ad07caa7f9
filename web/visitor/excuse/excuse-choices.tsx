// <ExcuseChoices>: move the booking, cancel it, or only tell the tutor. One tap each.
import { useRef, useState } from 'react';

import {
  cancelDeadline,
  finalWords,
  CANCEL_NOTICE_MINUTES,
} from '../../../domain/lessons/booking.ts';
import {
  type Excuse,
  type NewExcuse,
  EXCUSE_UNDO_MINUTES,
} from '../../../domain/lessons/excuse.ts';
import { spotsLeftWords } from '../../../domain/lessons/lesson.ts';
import { paths } from '../../../domain/paths.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/hooks/hooks.ts';
import { MarkedLink } from '../../ui/link-button.tsx';

/** Lessons shown at first, so that the other choices stay on a phone's first screen. */
const SHOWN = 2;

interface ExcuseChoicesProps {
  excuse: Excuse;
  now: number;
  /** What is being done; null if nothing is. */
  pending: NewExcuse | null | undefined;
  onChoose: (chosen: NewExcuse) => void;
}

export function ExcuseChoices({ excuse, now, pending, onChoose }: ExcuseChoicesProps) {
  const { can_cancel, can_move, first_name } = excuse;
  return (
    <>
      {(can_move || can_cancel) && (
        <p className="text-pencil">
          One tap does it, and you can undo it for {EXCUSE_UNDO_MINUTES} minutes.
        </p>
      )}
      {can_move && <MoveChoice {...{ excuse, now, pending, onChoose }} />}
      {can_cancel ? (
        <section className="grid justify-items-start gap-2">
          <h2 className="font-bold">Credit back</h2>
          <p className="text-pencil">
            The booking ends. A credit spent on it goes back to the family.
          </p>
          <Button
            variant="secondary"
            busy={pending?.do === 'cancel'}
            busyLabel="Cancelling..."
            onClick={() => onChoose({ do: 'cancel' })}
          >
            Cancel the booking
          </Button>
        </section>
      ) : (
        <p>{whyNot(excuse, now)}</p>
      )}
      <section className="grid justify-items-start gap-2">
        <h2 className="font-bold">Only tell the tutor</h2>
        <p className="text-pencil">
          The booking stays, and your tutor does not wait for {first_name}.
        </p>
        <Button
          variant="secondary"
          busy={pending?.do === 'tell'}
          busyLabel="Telling..."
          onClick={() => onChoose({ do: 'tell' })}
        >
          Tell the tutor
        </Button>
      </section>
    </>
  );
}

/** Why the booking can neither be moved nor cancelled by this link. */
function whyNot(excuse: Excuse, now: number) {
  if (now >= cancelDeadline(excuse))
    return `It is too late to move or cancel the booking: that is possible until ${CANCEL_NOTICE_MINUTES} minutes before the lesson.`;
  return (
    <>
      A parent can move or cancel the booking after{' '}
      <MarkedLink href={paths.signIn} mark=".">
        signing in
      </MarkedLink>
    </>
  );
}

function MoveChoice({ excuse: { lessons }, now, pending, onChoose }: ExcuseChoicesProps) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button that had the focus is gone.
  useChange(showsAll, () => list.current?.querySelectorAll('button')[SHOWN]?.focus());
  const visible = showsAll ? lessons : lessons.slice(0, SHOWN);
  return (
    <section className="grid gap-2">
      <h2 className="font-bold">Move to another lesson</h2>
      {lessons.length === 0 && (
        <p className="text-pencil">No other lesson in the next two weeks has a spot left.</p>
      )}
      <ul ref={list} className="grid gap-2">
        {visible.map(({ id, Lesson_Name: lessonName, starts_at, availableSpots }) => {
          const start = Date.parse(starts_at);
          return (
            <li key={id}>
              <Button
                variant="secondary"
                className="w-full"
                busy={pending?.Lesson_ID === id}
                onClick={() => onChoose({ do: 'move', Lesson_ID: id })}
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 text-left wrap-anywhere">
                  <span className="min-w-0">
                    {formatDate(ukDate(start), 'short')}, {ukTime(start)}
                    <span className="block text-sm font-normal">{lessonName}</span>{' '}
                    <span className="block text-sm font-normal">
                      {finalWords({ starts_at }, now) ?? spotsLeftWords(availableSpots)}
                    </span>
                  </span>{' '}
                  <span className="underline underline-offset-4">Move here</span>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
      {visible.length < lessons.length && (
        <Button
          variant="quiet"
          size="flush"
          className="justify-self-start"
          onClick={() => setShowsAll(true)}
        >
          Show {lessons.length - visible.length} more
        </Button>
      )}
    </section>
  );
}
