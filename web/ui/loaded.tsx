// <Loaded query={lessons}>{(data) => ...}</Loaded>: the states of a query: loading, failed, empty
// and loaded.
import type { ReactNode } from 'react';

import { SkeletonList } from './skeleton.tsx';
import { FailedState } from './states.tsx';

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
  readonly query: LoadedQuery<Data>;
  /** Announced while loading, e.g. 'Loading lessons'. */
  readonly label: string;
  /** Shown in place of rows while loading. */
  readonly skeleton?: ReactNode;
  readonly rows?: number;
  readonly rowClassName?: string;
  /** E.g. 'Failed to load lessons'. */
  readonly failure: string;
  /** Shown beneath the title. */
  readonly explain?: (error: Error) => string;
  /** Whether a failed attempt is reported even while older data is shown. */
  readonly reportsStale?: boolean;
  /** Replaces an empty list. */
  readonly empty?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, empty, children, ...rest }: LoadedProps<Data>) {
  const { data, error, isPending, isError, isFetching, refetch } = query;
  const { label, skeleton, rows, rowClassName, failure, explain, reportsStale = false } = rest;
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
