// useDialogParam('lesson'): which dialog is open, stored in the address, so that Back closes it and
// a link can open it. A part of the dialog is a step of its own, so that Back returns from it.
// useLessonDialog() is that of a lesson.
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';

import { mondayOf } from '../../domain/time.ts';

interface DialogState {
  /** How many entries of the history the dialog has added to this page's. */
  readonly steps: number;
  /** Whether this entry is a part that was opened from the dialog. */
  readonly isPart: boolean;
}

interface Entry extends DialogState {
  readonly key: string;
  readonly state: unknown;
  readonly search: URLSearchParams;
}

/**
 * The entry that the browser is at. React may still show the one before it, while the script of a
 * part is loading, and somebody may press a button there.
 */
function entryNow(): Entry {
  // The router writes the state of an entry in this form.
  const written = window.history.state as { readonly usr?: unknown; readonly key?: string } | null;
  const { usr: state = null, key = 'default' } = written ?? {};
  const { steps = 0, isPart = false } = (state as Partial<DialogState> | null) ?? {};
  return { key, state, steps, isPart, search: new URLSearchParams(window.location.search) };
}

/**
 * Going back is asynchronous: the entry it starts from, which a second click must not go back
 * beyond, and what to do at the one arrived at.
 */
interface BackMove {
  readonly from: string;
  readonly next: 'stay' | 'close' | URLSearchParams;
}

/** Whether the browser has yet to leave the entry, or React to show the one arrived at. */
function isUnderWay({ from }: BackMove, shownKey: string): boolean {
  const { key } = entryNow();
  return key === from || key !== shownKey;
}

/** Other parameters of the address, which change with the dialog. */
type Others = Readonly<Record<string, string>>;

interface DialogParam {
  readonly value: string | null;
  /** Opens the dialog. If one is already open, its address is replaced. */
  readonly open: (value: string, others?: Others) => void;
  /** Opens a part of the open dialog, from which Back returns. */
  readonly openPart: (others: Others) => void;
  /** Returns from a part, and opens `value` instead of the dialog it was opened from, if given. */
  readonly closePart: (value?: string, others?: Others) => void;
  readonly close: () => void;
}

/**
 * One parameter of the address; opening the dialog removes those in `instead`, and closing it those
 * in `parts`.
 */
export function useDialogParam(
  name: string,
  { instead = [], parts = [] }: { instead?: string[]; parts?: string[] } = {},
): DialogParam {
  const navigate = useNavigate();
  const { pathname, key } = useLocation();
  const [search] = useSearchParams();
  const value = search.get(name);
  const [going, setGoing] = useState<BackMove | null>(null);
  const isGoing = going !== null && isUnderWay(going, key);

  const go = (next: URLSearchParams, replace: boolean, to: unknown = entryNow().state) =>
    void navigate({ pathname, search: next.toString() }, { replace, state: to });
  const without = (...names: readonly string[]) => {
    const next = entryNow().search;
    for (const one of names) next.delete(one);
    return next;
  };
  const withDialog = (nextValue: string, others: Others) => {
    const next = without(...instead, ...parts);
    for (const [other, text] of Object.entries(others)) next.set(other, text);
    next.set(name, nextValue);
    return next;
  };
  const goBack = (count: number, next: BackMove['next']) => {
    setGoing({ from: entryNow().key, next });
    void navigate(-count);
  };

  useEffect(() => {
    if (going === null || isGoing) return;
    setGoing(null);
    if (going.next instanceof URLSearchParams) go(going.next, true);
    // A link has opened the dialog: there is no entry before it to return to.
    else if (going.next === 'close' && value !== null) go(without(name, ...parts), true, null);
    // This runs once, at the entry that the browser has arrived at.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [going, isGoing]);

  return {
    value: going?.next === 'close' && !isGoing ? null : value,
    open: (nextValue, others = {}) => {
      const now = entryNow();
      const isOpen = [name, ...instead].some((one) => now.search.has(one));
      const next = isOpen ? now.state : { steps: 1, isPart: false };
      go(withDialog(nextValue, others), isOpen, next);
    },
    openPart: (others) => {
      const now = entryNow();
      if (value === null || now.key !== key) return;
      go(withDialog(value, others), false, { steps: now.steps + 1, isPart: true });
    },
    closePart: (part, others = {}) => {
      const now = entryNow();
      if (value === null || isGoing || now.key !== key) return;
      const next = withDialog(part ?? value, others);
      if (now.isPart) goBack(1, part === undefined ? 'stay' : next);
      else go(next, true);
    },
    close: () => {
      const { search: written, steps } = entryNow();
      if (!written.has(name) || isGoing) return;
      if (steps > 0) goBack(steps, 'close');
      else go(without(name, ...parts), true, null);
    },
  };
}

const lessonParts = ['weekly', 'move'] as const;
/** The parts of a lesson's dialog besides its details. */
export type LessonPart = (typeof lessonParts)[number];

export const LESSON_PARAM = 'lesson';
export const PART_PARAM = 'do';

export interface LessonDialogParam {
  /** The lesson's id; null while no dialog is open. */
  readonly value: string | null;
  /** Null for its details. */
  readonly part: LessonPart | null;
  /** Opens the details of a lesson of the shown week. */
  readonly open: (id: string) => void;
  /** Opens a lesson of any week, even from the dialog of another one. */
  readonly show: (lesson: { id: string; Date: string }, part?: LessonPart) => void;
  /** Opens a part of the open dialog, from which Back returns; null returns to the details. */
  readonly setPart: (part: LessonPart | null) => void;
  /** Leaves a part for the details of another lesson, of any week. */
  readonly switchTo: (lesson: { id: string; Date: string }) => void;
  readonly close: () => void;
}

export function useLessonDialog(): LessonDialogParam {
  const { value, open, openPart, closePart, close } = useDialogParam(LESSON_PARAM, {
    parts: [PART_PARAM],
  });
  const [search] = useSearchParams();
  const partInAddress = search.get(PART_PARAM);
  return {
    value,
    part: lessonParts.find((part) => part === partInAddress) ?? null,
    open: (id) => open(id),
    show: ({ id, Date: date }, part) =>
      open(id, {
        week: mondayOf(date),
        ...(part === undefined ? {} : { [PART_PARAM]: part }),
      }),
    setPart: (part) => (part === null ? closePart() : openPart({ [PART_PARAM]: part })),
    switchTo: ({ id, Date: date }) => closePart(id, { week: mondayOf(date) }),
    close,
  };
}
