// <Loaded query={lessons}>{(data) => ...}</Loaded>: the states of a query: loading, failed, empty
// and loaded. <FailedState>, <EmptyState> and <Skeleton> also stand alone.
import type { ReactNode } from 'react';

import { Button } from './button.tsx';

/** The parts of a query that are used here. */
export interface LoadedQuery<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  query: LoadedQuery<Data>;
  /** What is loaded, for 'Loading lessons' and 'Failed to load lessons'. */
  noun: string;
  /** In place of 'Loading ...'. */
  label?: string;
  /** Shown in place of rows while loading. */
  skeleton?: ReactNode;
  rows?: number;
  rowClassName?: string;
  /** In place of 'Failed to load ...'. */
  failure?: string;
  /** Shown beneath the title. */
  explain?: (error: Error) => string;
  /** Whether a failed attempt is reported even while older data is shown. */
  reportsStale?: boolean;
  /** Replaces an empty list. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, empty, children, ...rest }: LoadedProps<Data>) {
  const { data, error, isPending, isError, isFetching, refetch } = query;
  const { noun, skeleton, rows, rowClassName, explain, reportsStale = false } = rest;
  const { label = `Loading ${noun}`, failure = `Failed to load ${noun}` } = rest;
  const isEmpty = empty !== undefined && Array.isArray(data) && data.length === 0;
  return (
    <>
      {isPending && (skeleton ?? <SkeletonList {...{ label, rows, rowClassName }} />)}
      {isError && (data === undefined || reportsStale) && (
        <FailedState
          title={failure}
          text={error === null ? undefined : explain?.(error)}
          onRetry={refetch}
          busy={isFetching}
        />
      )}
      {data !== undefined && (isEmpty ? empty : children(data))}
    </>
  );
}

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** A button or link to the next step. */
  action?: ReactNode;
}

/**
 * The empty states of a list: <EmptyState> says what to do next, <FailedState> offers 'Try again'.
 */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-md border border-dashed border-rule px-5 py-12 text-center">
      <p className="font-display text-heading font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-prose text-pencil">{text}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}

interface FailedStateProps {
  /** E.g. 'Failed to load lessons'. */
  title: string;
  text?: string | undefined;
  onRetry: () => unknown;
  busy?: boolean;
}

export function FailedState({ title, text, onRetry, busy = false }: FailedStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-md border border-negative bg-negative-wash px-5 py-10 text-center">
      <p className="font-display text-heading font-semibold">{title}</p>
      {text !== undefined && <p className="max-w-prose">{text}</p>}
      <Button variant="secondary" className="mt-3" busy={busy} onClick={() => void onRetry()}>
        Try again
      </Button>
    </div>
  );
}

/** <Skeleton className="h-6 w-40" />: a grey placeholder for loading content. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-[breathe_1.6s_ease-in-out_infinite] rounded-sm bg-line ${className}`}
    />
  );
}

interface SkeletonListProps {
  /** E.g. 'Loading lessons'. */
  label: string;
  rows?: number | undefined;
  rowClassName?: string | undefined;
}

/** <SkeletonList>: several, which announce the loading to screen readers once. */
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
