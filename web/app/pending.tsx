// <Pending />: says that the next page is being loaded, once that takes long enough to be noticed.
import { useNavigation } from 'react-router';

import { Spinner } from '../ui/spinner.tsx';

export function Pending() {
  const { state } = useNavigation();
  return (
    <output className="pointer-events-none fixed inset-x-0 top-19 z-50 flex justify-center sm:top-3">
      {state !== 'idle' && (
        <span className="flex animate-[sheet-in_300ms_400ms_both] items-center gap-3 rounded-md border border-line bg-sheet px-4 py-2.5 font-bold sheet-shadow">
          <Spinner /> Loading…
        </span>
      )}
    </output>
  );
}
