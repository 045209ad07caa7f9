// <FinalNote>: says before a booking that it cannot be cancelled.
import { Notice } from '../../../ui/notice.tsx';

/** `words` are null where the booking could be cancelled. */
export function FinalNote({ words }: { readonly words: string | null }) {
  if (words === null) return null;
  return (
    <Notice as="p" tone="caution" role="note" className="font-bold low:py-1">
      {words}
    </Notice>
  );
}
