// <Toasts />: the corner where showToast's messages appear; on a phone the top (app.css says how far down), clear of the keyboard and
// of a dialog's buttons. Its region is in the page from the start, so that screen readers announce what is added; a message
// goes by itself unless it is hovered or focused.
import { useEffect, useState, useSyncExternalStore } from 'react';

import { dismissToast, readToasts, subscribeToToasts, type Toast } from './toast.ts';

const SHOWN_MS = { success: 6000, info: 6000, destructive: 10_000 } as const;
const NONE: readonly Toast[] = [];
/** Finds the corner in the page. */
export const MESSAGES = '[data-messages]';

const looks = {
  success: { edge: 'border-l-positive', sign: 'text-positive', path: 'm4 10 4 4 8-9' },
  info: { edge: 'border-l-ink', sign: 'text-ink', path: 'M10 9v6M10 5.2v.1' },
  destructive: { edge: 'border-l-negative', sign: 'text-negative', path: 'M10 4.5v7M10 15.2v.1' },
} as const;

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, readToasts, () => NONE);
  return (
    <section
      aria-label="Messages"
      data-messages=""
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-3 z-50 grid justify-items-end gap-2 sm:inset-x-auto sm:top-auto sm:right-5 sm:bottom-5 sm:w-96"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { id, kind, title, description } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS[kind]);
    return () => clearTimeout(timer);
  }, [held, id, kind]);
  const look = looks[kind];
  return (
    <div
      // The region announces what is added, politely; a failure does not wait.
      role={kind === 'destructive' ? 'alert' : undefined}
      className={`pointer-events-auto flex w-full animate-[sheet-in_200ms_var(--ease-out)] items-start gap-3 rounded-md border border-l-4 border-line bg-sheet py-3 pr-1 pl-4 shadow-lifted ${look.edge}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        className={`mt-0.5 size-5 shrink-0 ${look.sign}`}
      >
        <path d={look.path} />
      </svg>
      <div className="min-w-0 flex-1">
        <p className="font-bold">{title}</p>
        {description !== undefined && (
          <p className="text-[0.9375rem] leading-snug text-pencil">{description}</p>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="-my-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-pencil hover:text-ink"
        onClick={() => dismissToast(id)}
      >
        <CrossSign />
      </button>
    </div>
  );
}

export function CrossSign() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-4"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="m3 3 10 10M13 3 3 13" />
    </svg>
  );
}
