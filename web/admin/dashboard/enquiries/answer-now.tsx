// <AnswerNow>: the enquiries that wait for an answer, those due first on top, each with what to do.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { type Enquiry, waitingEnquiries } from '../../../../domain/enquiries/enquiry-list.ts';
import { dialledNumber } from '../../../../domain/phone-numbers.ts';
import { yearLabel } from '../../../../domain/year-class.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/loaded.tsx';
import { enquiriesQuery } from '../data.ts';
import type { OpenedEnquiry } from './enquiry-dialog.tsx';
import { AnswerButton, NameButton, PromiseBadge, useEnquiryStatus } from './enquiry-parts.tsx';

/** How many are shown at first, so that the rest of the page stays in view, and added by a tap. */
const ROWS = { first: 3, more: 10 } as const;

/** Three of them fit beside each other on a phone; at a desk they leave air in their row. */
const BUTTON = 'px-2.5! max-md:text-note md:px-3! xl:pointer-fine:min-h-9 xl:pointer-fine:py-1.5';

/** At a desk the name and the note beneath it take the height of a button. */
const aboveNote =
  'xl:pointer-fine:-mb-1.5 xl:pointer-fine:block xl:pointer-fine:h-6 xl:pointer-fine:min-h-0 xl:pointer-fine:max-w-full xl:pointer-fine:truncate xl:pointer-fine:py-0';

/** Who waits for an answer, and how many of them are shown. */
export function useWaiting() {
  const { data } = useQuery(enquiriesQuery);
  const [limit, setLimit] = useState<number>(ROWS.first);
  /** The one answered last stays in its row, so that it can be taken back. */
  const [answeredId, setAnsweredId] = useState<string | null>(null);
  const waiting = useMemo(
    () => waitingEnquiries(data?.customers ?? [], answeredId),
    [data, answeredId],
  );
  const visible = useMemo(() => waiting.slice(0, limit), [waiting, limit]);
  return { waiting, rows: visible, setAnsweredId, showMore: () => setLimit(limit + ROWS.more) };
}

interface AnswerNowProps extends ReturnType<typeof useWaiting> {
  now: number;
  onOpen: (opened: OpenedEnquiry) => void;
}

/** Renders nothing if the enquiries cannot be loaded, which the list beneath reports. */
export function AnswerNow({ waiting, rows, setAnsweredId, showMore, now, onOpen }: AnswerNowProps) {
  const { data, isError } = useQuery(enquiriesQuery);
  if (data === undefined && isError) return null;
  const rest = waiting.length - rows.length;
  return (
    <section
      aria-labelledby="answer-now"
      // At a desk like the day beneath it: the heading in the first column of a card.
      className="grid grid-cols-1 gap-2 lg:grid-cols-[8.5rem_minmax(0,1fr)] lg:gap-x-6 lg:rounded-md lg:border lg:border-line lg:bg-sheet lg:px-4 lg:sheet-shadow"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 lg:block lg:pt-3">
        <h2 id="answer-now" className="text-heading">
          Answer now
        </h2>
        {rest > 0 && (
          <Button
            variant="quiet"
            className="-my-1.5 px-4! max-[22rem]:-ml-4 max-lg:-mr-4 lg:-mx-4 lg:my-0 lg:text-left lg:text-sm"
            onClick={showMore}
          >
            Show {Math.min(rest, ROWS.more)} more of {waiting.length}
          </Button>
        )}
      </div>
      {data === undefined && <Skeleton className="h-36 w-full lg:my-3" />}
      {data !== undefined && waiting.length === 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 lg:py-3">
          <Badge tone="positive">All answered</Badge>
          <span className="text-pencil">Nobody is waiting for an answer.</span>
        </p>
      )}
      {waiting.length > 0 && (
        <ul className="overflow-hidden max-lg:rounded-md max-lg:border max-lg:border-line max-lg:bg-sheet max-lg:sheet-shadow">
          {rows.map((enquiry) => (
            <li
              key={enquiry.id}
              className="border-b border-line py-1.5 last:border-b-0 max-lg:px-4 md:py-2.5 xl:py-1.5"
            >
              <WaitingEnquiry
                enquiry={enquiry}
                now={now}
                onOpen={onOpen}
                onChanged={setAnsweredId}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface WaitingEnquiryProps extends Pick<AnswerNowProps, 'now' | 'onOpen'> {
  enquiry: Enquiry;
  onChanged: (id: string) => void;
}

function WaitingEnquiry({ enquiry, now, onOpen, onChanged }: WaitingEnquiryProps) {
  const status = useEnquiryStatus(enquiry, onChanged);
  const { id, name, mobile, note, year_class } = enquiry;
  return (
    <div
      // Columns as wide in each row, whatever the row has at its end.
      className={`grid items-center gap-x-2 md:grid-cols-[22%_8.75rem_3.25rem_minmax(0,1fr)] xl:gap-x-3 ${status.before === null ? '' : 'grid-cols-[minmax(0,1fr)_auto] max-md:items-end'}`}
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 max-md:mb-2 md:contents">
        <div className="min-w-0 max-md:w-full">
          <NameButton
            enquiry={enquiry}
            onOpen={() => onOpen({ id, part: 'details' })}
            className={`min-h-11 py-2 leading-snug underline-offset-4 max-md:w-full ${note === '' ? 'xl:pointer-fine:min-h-9 xl:pointer-fine:py-1' : aboveNote}`}
          />
          {note !== '' && (
            <p className="line-clamp-2 text-sm leading-4 text-pencil max-md:mb-1.5 md:line-clamp-1">
              {note}
            </p>
          )}
        </div>
        {/* With large text 'Due in 20 h 58 min' is wider than a phone. */}
        <span className="max-md:*:whitespace-normal">
          <PromiseBadge enquiry={enquiry} now={now} />
        </span>
        <span className="text-note text-pencil">{yearLabel(year_class)}</span>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-md:pb-1.5 md:justify-end">
        {status.before === null && (
          <>
            <button
              type="button"
              aria-haspopup="dialog"
              className={buttonClass('secondary', 'regular', BUTTON)}
              onClick={() => onOpen({ id, part: 'invite' })}
            >
              Invite<span className="sr-only"> {name}</span>
            </button>
            <a
              href={`tel:${dialledNumber(mobile)}`}
              className={buttonClass('secondary', 'regular', BUTTON)}
            >
              Call<span className="sr-only"> {name}</span>
              <span className="figures max-xl:sr-only">{mobile}</span>
            </a>
          </>
        )}
        <AnswerButton
          enquiry={enquiry}
          status={status}
          className="min-h-11 px-2.5 leading-tight max-md:text-note max-[22rem]:px-1.5 md:px-3 xl:pointer-fine:min-h-9"
        />
      </div>
    </div>
  );
}
