// <Loaded query={lessons}>{(data) => ...}</Loaded>: what is shown while something loads, when it
// could not be loaded, when there is none of it, and when it is there.
import type { ReactNode } from 'react';

import { SkeletonList } from './skeleton.tsx';
import { FailedState } from './states.tsx';

/** The parts of a query that count here. */
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
  /** What a screen reader says meanwhile, e.g. 'Loading lessons'. */
  readonly label: string;
  /** What stands meanwhile in place of rows. */
  readonly skeleton?: ReactNode;
  readonly rows?: number;
  readonly rowClassName?: string;
  /** E.g. 'Failed to load lessons'. */
  readonly failure: string;
  /** What is said beneath. */
  readonly explain?: (error: Error) => string;
  /** Also says so when only the latest attempt failed and older data is still shown. */
  readonly reportsStale?: boolean;
  /** Takes the place of an empty list. */
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
