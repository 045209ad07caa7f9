// /account/payments: a family's payments with their invoices, and where each credit went.
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { paths } from '../../../../domain/paths.ts';
import type { LedgerEntry } from '../../../../domain/payments/credits.ts';
import { RETURN_DAYS } from '../../../../domain/payments/refund.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate, ukDate, ukTime, addDays } from '../../../../domain/time.ts';
import { LESSON_WINDOW_DAYS } from '../../../../domain/window.ts';
import { profileQuery, paymentsQuery } from '../../../data/family.ts';
import { Section } from '../../../frames/section.tsx';
import { call } from '../../../transport/client.ts';
import { loadFailure, startQuery, LOADING } from '../../../transport/query-client.ts';
import { readSession } from '../../../transport/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useNow } from '../../../ui/hooks/hooks.ts';
import { TextLink } from '../../../ui/link-button.tsx';
import { Loaded, EmptyState } from '../../../ui/loaded.tsx';
import { AccountFrame } from '../frame.tsx';
import { byMonth, chipNames, describeEntry, lessonLinkOf, signedAmount } from './ledger-words.ts';
import { PaymentList, StudentChip } from './payment-list.tsx';

export function start(): void {
  // A student is redirected.
  if (readSession('family')?.user.role !== 'parent') return;
  startQuery(profileQuery);
  startQuery(paymentsQuery);
}

export default function AccountPayments() {
  const students = useQuery(profileQuery).data?.user.students ?? [];
  return (
    <AccountFrame here={paths.accountPayments}>
      <Section
        id="payments"
        title="Payments"
        text={`What you have paid by card, each with an invoice to print or keep. Within ${RETURN_DAYS} days you can return the credits that you have not used.`}
      >
        <PaymentList students={students} />
      </Section>
      <Section
        id="credits"
        title="Credit history"
        text="Each credit you bought, spent or got back, with your balance after it."
      >
        <CreditHistory students={students} />
      </Section>
    </AccountFrame>
  );
}

interface CreditHistoryProps {
  students: readonly Pick<Student, 'id' | 'Student_Name'>[];
}

/**
 * <CreditHistory>: every change of the balance by month, newest first, with its student and lesson,
 * so that nobody has to ask where a credit went.
 */
function CreditHistory({ students }: CreditHistoryProps) {
  const history = useCreditHistory();
  const { hasNextPage } = history;
  return (
    <Loaded
      query={history}
      noun="the history of your credits"
      rows={3}
      {...loadFailure(LOADING_CREDITS)}
      empty={
        hasNextPage ? undefined : (
          <EmptyState title="No credits yet" text="What you buy and book will be listed here." />
        )
      }
    >
      {(entries) => (
        <div className="grid justify-items-start gap-4">
          {entries.length === 0 ? (
            <p className="text-pencil">Nothing has changed within the last year.</p>
          ) : (
            <EntryTable entries={entries} names={chipNames(students, entries)} />
          )}
          {hasNextPage && (
            <Button
              variant="secondary"
              busy={history.isFetchingNextPage}
              onClick={() => void history.fetchNextPage()}
            >
              Show the year before
            </Button>
          )}
        </div>
      )}
    </Loaded>
  );
}

interface EntryTableProps {
  entries: readonly LedgerEntry[];
  /** The name for a student's chip, by id; empty where the family has only ever had one. */
  names: ReadonlyMap<string, string>;
}

function EntryTable({ entries, names }: EntryTableProps) {
  const today = ukDate(useNow());
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Changes of your credits, newest first</caption>
      <thead className="text-sm text-pencil max-sm:text-[0.8125rem] max-[20rem]:sr-only">
        <tr>
          <th scope="col" className="py-1 pr-2.5 sm:pr-4 font-bold">
            What happened
          </th>
          <th scope="col" className="py-1 pr-2.5 sm:pr-4 text-right font-bold">
            Credits
          </th>
          <th scope="col" className="py-1 text-right font-bold">
            Balance
          </th>
        </tr>
      </thead>
      {byMonth(entries).map(({ name, entries: ofMonth }) => (
        <tbody key={name}>
          <tr className="border-b border-rule">
            <th scope="rowgroup" colSpan={3} className="pt-5 pb-1.5 text-lg leading-snug font-bold">
              {name}
            </th>
          </tr>
          {ofMonth.map((entry) => (
            <EntryRow
              key={entry.number}
              entry={entry}
              student={names.get(entry.Student_ID ?? '') ?? null}
              link={lessonLinkOf(entry, today)}
            />
          ))}
        </tbody>
      ))}
    </table>
  );
}

interface EntryRowProps {
  entry: LedgerEntry;
  student: string | null;
  link: string | null;
}

function EntryRow({ entry, student, link }: EntryRowProps) {
  const { title, lesson, detail } = describeEntry(entry);
  const at = Date.parse(entry.created_at);
  return (
    <tr className="border-b border-line align-top max-[20rem]:grid max-[20rem]:grid-cols-2">
      {/* A long word would otherwise make the whole table wider than a phone. */}
      <th
        scope="row"
        className="py-2.5 pr-2.5 sm:pr-4 leading-snug font-normal wrap-anywhere max-[20rem]:col-span-2"
      >
        <span className="block">
          <StudentChip name={student} />
          {link === null ? (
            <span className="inline-block font-bold">{title}</span>
          ) : (
            <TextLink href={link} className="-my-2">
              {title}
            </TextLink>
          )}
        </span>
        {lesson !== null && <span className="figures mt-0.5 block">{lesson}</span>}
        <span className="mt-0.5 block text-note text-pencil">
          {detail !== '' && `${detail}, `}
          <time dateTime={entry.created_at} className="whitespace-nowrap">
            {formatDate(ukDate(at), 'short')}, {ukTime(at)}
          </time>
        </span>
      </th>
      <td
        className={`figures py-2.5 pr-2.5 sm:pr-4 text-right leading-snug font-bold ${entry.amount > 0 ? 'text-positive' : ''}`}
      >
        {signedAmount(entry.amount)}
      </td>
      <td className="figures py-2.5 text-right leading-snug font-bold">{entry.balance}</td>
    </tr>
  );
}

const LOADING_CREDITS = {
  title: 'Error loading credits',
  text: 'Failed to load the history of your credits',
} as const;

/**
 * The changes of the balance, newest first, in pages of a year: `fetchNextPage()` loads the year
 * before.
 */
function useCreditHistory() {
  return useInfiniteQuery({
    queryKey: ['family', 'credits'],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.listCredits, { signal, query: pageParam === null ? {} : { to: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasEarlier }, _pages, to) =>
      hasEarlier ? addDays(to ?? ukDate(Date.now()), -LESSON_WINDOW_DAYS.max - 1) : undefined,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    ...LOADING,
    meta: { operation: LOADING_CREDITS },
  });
}
