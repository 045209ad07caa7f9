// useDialogParam('lesson'): which dialog is open, stored in the address, so that Back closes it and
// a link can open it.
import { useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

interface DialogState {
  /** The dialog was opened from this page, so closing it goes back. */
  readonly isOpenedHere: true;
}

export interface DialogParam {
  readonly value: string | null;
  /**
   * `others` are parameters that change with it. If a dialog is already open, its address is
   * replaced.
   */
  readonly open: (value: string, others?: Readonly<Record<string, string>>) => void;
  readonly close: () => void;
}

/**
 * One parameter of the address; opening the dialog removes those in `instead`, and closing it those
 * in `parts`.
 */
export function useDialogParam(
  name: string,
  {
    instead = [],
    parts = [],
  }: { readonly instead?: readonly string[]; readonly parts?: readonly string[] } = {},
): DialogParam {
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname, key } = location;
  const state: unknown = location.state;
  const [search] = useSearchParams();
  const value = search.get(name);
  // Going back is asynchronous; a second click in the meantime must not go back further.
  const closedAt = useRef<string | null>(null);
  const isOpenedHere = (state as Partial<DialogState> | null)?.isOpenedHere === true;

  const go = (
    next: URLSearchParams,
    options: { readonly replace: boolean; readonly state: DialogState | null },
  ) => void navigate({ pathname, search: next.toString() }, options);

  return {
    value,
    open: (wanted, others = {}) => {
      const next = new URLSearchParams(search);
      const replace = [name, ...instead].some((open) => next.has(open));
      for (const other of [...instead, ...parts]) next.delete(other);
      for (const [other, text] of Object.entries(others)) next.set(other, text);
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
      for (const own of [name, ...parts]) next.delete(own);
      go(next, { replace: true, state: null });
    },
  };
}
