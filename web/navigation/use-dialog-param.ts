// useDialogParam('lesson'): which dialog is open, kept in the address, so that Back closes it and a link can open it.
import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface DialogState {
  /** The dialog was opened from this very page, so that closing it is going back. */
  readonly isOpenedHere: true;
}

export interface DialogParam {
  readonly value: string | null;
  readonly open: (value: string) => void;
  readonly close: () => void;
}

/** One parameter of the address; opening one dialog closes the others named in `instead`. */
export function useDialogParam(name: string, instead: readonly string[] = []): DialogParam {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, key } = location;
  const state: unknown = location.state;
  const [search] = useSearchParams();
  const value = search.get(name);
  // Going back takes a moment, in which a second click must not go back further.
  const closedAt = useRef<string | null>(null);
  const isOpenedHere = (state as Partial<DialogState> | null)?.isOpenedHere === true;

  const go = (
    next: URLSearchParams,
    options: { readonly replace: boolean; readonly state: DialogState | null },
  ) => void navigate({ pathname, search: next.toString() }, options);

  return {
    value,
    open: (wanted) => {
      const next = new URLSearchParams(search);
      const replace = instead.some((other) => next.has(other));
      for (const other of instead) next.delete(other);
      next.set(name, wanted);
      go(next, { replace, state: replace && !isOpenedHere ? null : { isOpenedHere: true } });
    },
    close: () => {
      if (value === null || closedAt.current === key) return;
      closedAt.current = key;
      if (isOpenedHere) {
        void navigate(-1);
        return;
      }
      const next = new URLSearchParams(search);
      next.delete(name);
      go(next, { replace: true, state: null });
    },
  };
}
