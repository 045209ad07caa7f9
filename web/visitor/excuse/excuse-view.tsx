// <ExcuseView>: the page behind "Can't come?": the lesson, the three choices, what was done, and
// its undo.
import { useRef } from 'react';

import type { Excuse } from '../../../domain/lessons/excuse.ts';
import { hasStarted } from '../../../domain/lessons/lesson.ts';
import { paths } from '../../../domain/paths.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { countdown } from '../../parts/countdown.ts';
import { describeLocalTime, describeTime, readTimeZone } from '../../parts/lesson-times.ts';
import { describeFailure } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/hooks/use-change.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { LinkSheet } from '../link-sheet.tsx';
import { EXCUSING, useExcuse } from './data.ts';
import { ExcuseChoices } from './excuse-choices.tsx';

interface ExcuseViewProps {
  readonly token: string;
  /** Null for a link that no longer works. */
  readonly excuse: Excuse | null;
}

export function ExcuseView({ token, excuse }: ExcuseViewProps) {
  const { act, undo } = useExcuse(token);
  const now = useNow(1000);
  const result = useRef<HTMLDivElement>(null);
  useChange(excuse?.state, () => result.current?.focus());
  if (excuse === null)
    return (
      <LinkSheet title="This link no longer works">
        <p>
          The lesson has started, its booking has changed, a newer email has another link, or part
          of this one was lost on the way.
        </p>
        <HomeLink />
      </LinkSheet>
    );
  const failure = act.error ?? undo.error;
  const isStarted = hasStarted(excuse, now);
  return (
    <LinkSheet
      title={excuse.state === 'open' ? "Can't come?" : titles[excuse.state]}
      text={<Lesson excuse={excuse} />}
    >
      <div ref={result} tabIndex={-1} className="grid gap-6 outline-none">
        {excuse.state === 'open' ? (
          <>
            {undo.isSuccess && (
              <output className="font-bold">Undone: {excuse.first_name} is booked again.</output>
            )}
            {isStarted ? (
              <p>The lesson has started, so this link no longer does anything.</p>
            ) : (
              <ExcuseChoices
                excuse={excuse}
                now={now}
                pending={act.isPending ? act.variables : null}
                onChoose={(chosen) => {
                  if (act.isPending || undo.isPending) return;
                  undo.reset();
                  act.mutate(chosen);
                }}
              />
            )}
          </>
        ) : (
          <>
            <output className="block">{outcomeOf(excuse)}</output>
            <Undo
              until={excuse.undo_until}
              now={now}
              busy={undo.isPending}
              onUndo={() => {
                act.reset();
                undo.mutate();
              }}
            />
          </>
        )}
        {failure !== null && (
          <p role="alert" className="font-bold text-negative">
            {describeFailure(failure, EXCUSING).description}
          </p>
        )}
      </div>
      <HomeLink />
    </LinkSheet>
  );
}

const titles: Readonly<Record<Exclude<Excuse['state'], 'open'>, string>> = {
  moved: 'The booking is moved',
  cancelled: 'The booking is cancelled',
  excused: 'Your tutor knows',
};

/** What was done, in words. */
function outcomeOf({ state, first_name, Lesson_Name: lessonName, starts_at }: Excuse): string {
  if (state === 'moved')
    return `${first_name} comes to this lesson instead of "${lessonName}" on ${formatDate(timed(starts_at).Date, 'long')}. We have emailed you the details.`;
  if (state === 'cancelled')
    return 'The spot is free for somebody else, and a credit that it took is back with the family. We have emailed you the details.';
  return `We have told your tutor that ${first_name} can't come. The booking stays as it is.`;
}

interface UndoProps {
  readonly until: string | null;
  readonly now: number;
  readonly busy: boolean;
  readonly onUndo: () => void;
}

function Undo({ until, now, busy, onUndo }: UndoProps) {
  const left = until === null ? 0 : Date.parse(until) - now;
  if (left <= 0) return <p className="text-pencil">This can no longer be undone here.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="secondary" busy={busy} busyLabel="Undoing..." onClick={onUndo}>
        Undo
      </Button>
      <span className="text-pencil">
        Possible for{' '}
        <span role="timer" className="figures">
          {countdown(left)}
        </span>
      </span>
    </div>
  );
}

const timed = (starts_at: string) => {
  const start = Date.parse(starts_at);
  return { Date: ukDate(start), Time: ukTime(start), starts_at };
};

/**
 * Who has the lesson, and when, in UK time and also in the reader's own if that differs. Once it is
 * moved, the new lesson.
 */
function Lesson({ excuse }: { readonly excuse: Excuse }) {
  const { Lesson_Name: lessonName, starts_at } = excuse.moved_to ?? excuse;
  const lesson = timed(starts_at);
  const local = describeLocalTime(lesson, readTimeZone());
  return (
    <>
      <span className="block font-bold text-ink">
        {excuse.first_name}, {lessonName}
      </span>
      <span className="figures block">{describeTime(lesson)}</span>
      {local !== null && <span className="figures block">{local}</span>}
    </>
  );
}

function HomeLink() {
  return (
    <LinkButton variant="quiet" size="flush" className="justify-self-start" href={paths.familyHome}>
      My lessons
    </LinkButton>
  );
}
