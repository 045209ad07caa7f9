// <Skeleton className="h-6 w-40" />: a grey placeholder for loading content. <SkeletonList>
// announces the loading to screen readers once.

export function Skeleton({ className = 'h-5 w-full' }: { readonly className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-[breathe_1.6s_ease-in-out_infinite] rounded-sm bg-line ${className}`}
    />
  );
}

interface SkeletonListProps {
  /** E.g. 'Loading lessons'. */
  readonly label: string;
  readonly rows?: number | undefined;
  readonly rowClassName?: string | undefined;
}

export function SkeletonList({ label, rows = 4, rowClassName = 'h-16 w-full' }: SkeletonListProps) {
  return (
    <output className="grid gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className={rowClassName} />
      ))}
    </output>
  );
}
