// /excuse/:token: the target of "Can't come?" in reminders. Opening it does nothing, because some
// email systems open every link; a tap does.
import { useQuery, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useParams } from 'react-router';

import * as endpoints from '../../../domain/endpoints.ts';
import type { Excuse, NewExcuse } from '../../../domain/lessons/excuse.ts';
import { hasStarted } from '../../../domain/lessons/lesson.ts';
import { paths } from '../../../domain/paths.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { PageFrame } from '../../frames/page-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { pages } from '../../pages.ts';
import {
  countdown,
  describeLocalTime,
  describeTime,
  readTimeZone,
} from '../../parts/lesson-times.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import {
  loadFailure,
  startQuery,
  loadAgain,
  LOADING,
  describeFailure,
} from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useChange, useNow } from '../../ui/hooks/hooks.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { LinkSheet } from '../link-sheet.tsx';
import { ExcuseChoices } from './excuse-choices.tsx';

export function start({ params: { token = '' } }: PageAddress): void {
  startQuery(excuseQuery(token));
}

export default function ExcusePage() {
  const { token = '' } = useParams();
  const query = useQuery(excuseQuery(token));
  return (
    <PageFrame title={pages[paths.excuse].title} width="narrow">
      {query.data === undefined && (
        <div className="mb-7">
          <PageHeader title="Can't come?" />
        </div>
      )}
      <Loaded query={query} noun="the lesson" rows={3} {...loadFailure(READING_EXCUSE)}>
        {(excuse) => <ExcuseView token={token} excuse={excuse} />}
      </Loaded>
    </PageFrame>
  );
}

/** Texts for a link that fails to load. */
const READING_EXCUSE = {
  title: 'Error Loading Lesson',
  text: 'Failed to load the lesson',
} as const;
/** Texts for an act or an undo that fails. */
const EXCUSING = {
  title: 'That Did Not Work',
  text: 'Nothing has changed. Please try again.',
} as const;

const isCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code;

/** Null for a link that no longer works, which is a result and not a failure. */
function excuseQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'excuse', token],
    queryFn: async ({ signal }): Promise<Excuse | null> => {
      try {
        return (await call(endpoints.readExcuse, { signal, params: { token } })).excuse;
      } catch (error) {
        if (isCode(error, 'excuse_not_found')) return null;
        throw error;
      }
    },
    ...LOADING,
    staleTime: 0,
    meta: { operation: READING_EXCUSE },
  });
}

/** The page shows failures itself. A refusal refetches what the link can still do. */
function useExcuse(token: string) {
  const client = useQueryClient();
  const { queryKey } = excuseQuery(token);
  const options = {
    meta: { operation: EXCUSING, isShownByForm: true },
    onSuccess: (excuse: Excuse) => client.setQueryData(queryKey, excuse),
    onError: () => loadAgain(client, [queryKey]),
  } as const;
  const params = { token };
  const act = useMutation({
    ...options,
    mutationFn: async (body: NewExcuse): Promise<Excuse> => {
      try {
        return (await call(endpoints.excuseStudent, { params, body })).excuse;
      } catch (error) {
        // The answer to an earlier try was lost, or the other parent was faster.
        if (isCode(error, 'already_done'))
          return (await call(endpoints.readExcuse, { params })).excuse;
        throw error;
      }
    },
  });
  const undo = useMutation({
    ...options,
    mutationFn: async () => (await call(endpoints.undoExcuse, { params })).excuse,
  });
  return { act, undo };
}

interface ExcuseViewProps {
  token: string;
  /** Null for a link that no longer works. */
  excuse: Excuse | null;
}

/**
 * <ExcuseView>: the page behind "Can't come?": the lesson, the three choices, what was done, and
 * its undo.
 */
function ExcuseView({ token, excuse }: ExcuseViewProps) {
  const { act, undo } = useExcuse(token);
  const now = useNow(1000);
  const result = useRef<HTMLDivElement>(null);
  useChange(excuse?.state, () => result.current?.focus());
  if (excuse === null) return <DeadLink />;
  const failure = act.error ?? undo.error;
  return (
    <LinkSheet
      title={excuse.state === 'open' ? "Can't come?" : titles[excuse.state]}
      text={<Lesson excuse={excuse} />}
    >
      <div ref={result} tabIndex={-1} className="grid gap-6 outline-none">
        {excuse.state === 'open' && undo.isSuccess && (
          <output className="font-bold">Undone: {excuse.first_name} is booked again.</output>
        )}
        {excuse.state !== 'open' ? (
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
        ) : hasStarted(excuse, now) ? (
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

function DeadLink() {
  return (
    <LinkSheet title="This link no longer works">
      <p>
        The lesson has started, its booking has changed, a newer email has another link, or part of
        this one was lost on the way.
      </p>
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
    return `${first_name} comes to this lesson instead of "${lessonName}" on ${formatDate(toLessonTimes(starts_at).Date, 'long')}. We have emailed you the details.`;
  if (state === 'cancelled')
    return 'The spot is free for somebody else, and a credit that it took is back with the family. We have emailed you the details.';
  return `We have told your tutor that ${first_name} can't come. The booking stays as it is.`;
}

interface UndoProps {
  until: string | null;
  now: number;
  busy: boolean;
  onUndo: () => void;
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

const toLessonTimes = (starts_at: string) => {
  const startsAt = Date.parse(starts_at);
  return { Date: ukDate(startsAt), Time: ukTime(startsAt), starts_at };
};

/**
 * Who has the lesson, and when, in UK time and also in the reader's own if that differs. Once it is
 * moved, the new lesson.
 */
function Lesson({ excuse }: { excuse: Excuse }) {
  const { Lesson_Name: lessonName, starts_at } = excuse.moved_to ?? excuse;
  const lesson = toLessonTimes(starts_at);
  const local = describeLocalTime(lesson, readTimeZone());
  return (
    <>
      <span className="block font-bold text-ink">
        {excuse.first_name}, {lessonName}
      </span>
      <span className="figures block">{describeTime(lesson, useNow())}</span>
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
