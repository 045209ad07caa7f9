// <NotLive>: the stream of the room is cut.
export function NotLive() {
  return (
    <output className="block rounded-md border border-caution bg-caution-wash px-3 py-2 leading-snug font-bold text-caution print:hidden">
      Not live: reconnecting. What you asked stays, and students can answer.
    </output>
  );
}
