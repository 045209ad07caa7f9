// <NotLive>: the stream of the room is cut.
import { Notice } from '../../ui/notice.tsx';

export function NotLive() {
  return (
    <Notice as="output" tone="caution" className="block font-bold text-caution print:hidden">
      Not live: reconnecting. What you asked stays, and students can answer.
    </Notice>
  );
}
