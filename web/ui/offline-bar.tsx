// <OfflineBar>: says that what the page shows may be out of date, and since when.
interface OfflineBarProps {
  /** When the data were loaded, in epoch milliseconds; 0 if never. */
  readonly since: number;
  readonly isShown: boolean;
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Rendered from the start, so that screen readers announce its text. */
export function OfflineBar({ since, isShown }: OfflineBarProps) {
  return (
    <output className="offline-bar fixed inset-x-0 bottom-(--bar) z-30 block min-h-(--offline) bg-ink text-center text-sm leading-8 font-bold text-paper empty:hidden">
      {isShown && (since === 0 ? 'Offline' : `Offline, shown as of ${clock.format(since)}`)}
    </output>
  );
}
