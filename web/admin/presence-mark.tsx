// <PresenceMark>: a disc for a student who is in, a ring for one who is not. The words beside it
// say more.

export function PresenceMark({ isIn, className = '' }: { isIn: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true" className={`size-4 shrink-0 ${className}`}>
      <circle
        cx="8"
        cy="8"
        r="6"
        fill={isIn ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2"
      />
    </svg>
  );
}
