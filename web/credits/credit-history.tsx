// <CreditHistory>: every change of the balance in plain words, newest first, so that nobody has to
// ask where a credit went.
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import type { LedgerEntry } from '../../domain/credits.ts';
import { describeFailure } from '../api/transport/query-client.ts';
import { LOADING_CREDITS, useCreditHistory } from '../api/credits.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { EmptyState } from '../ui/states.tsx';
import { describeEntry, signedAmount } from './ledger-words.ts';

export function CreditHistory() {
  const history = useCreditHistory();
  const { hasNextPage } = history;
  return (
    <Loaded
      query={history}
      label="Loading the history of your credits"
      rows={3}
      failure={LOADING_CREDITS.title}
      explain={(error) => describeFailure(error, LOADING_CREDITS).description}
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
            <EntryTable entries={entries} />
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

function EntryTable({ entries }: { readonly entries: readonly LedgerEntry[] }) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">Changes of your credits, newest first</caption>
      <thead className="text-sm text-pencil">
        <tr className="border-b border-rule">
          <th scope="col" className="py-2 pr-4 font-bold">
            What happened
          </th>
          <th scope="col" className="py-2 pr-4 text-right font-bold">
            Credits
          </th>
          <th scope="col" className="py-2 text-right font-bold">
            Balance
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <EntryRow key={entry.number} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}

function EntryRow({ entry }: { readonly entry: LedgerEntry }) {
  const { title, detail } = describeEntry(entry);
  const at = Date.parse(entry.created_at);
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="py-3 pr-4 font-normal">
        <span className="block font-bold">{title}</span>
        {detail !== '' && (
          // A long word would otherwise make the whole table wider than a phone.
          <span className="block leading-snug [overflow-wrap:anywhere]">{detail}</span>
        )}
        <time dateTime={entry.created_at} className="block text-sm text-pencil">
          {formatDate(ukDate(at), 'short')} {ukDate(at).slice(0, 4)}, {ukTime(at)}
        </time>
      </th>
      <td
        className={`figures py-3 pr-4 text-right font-bold ${entry.amount > 0 ? 'text-positive' : 'text-negative'}`}
      >
        {signedAmount(entry.amount)}
      </td>
      <td className="figures py-3 text-right font-bold">{entry.balance}</td>
    </tr>
  );
}
