// <Toasts />: renders showToast's message in the lower right corner. On a phone it is at the lower
// edge above the keyboard, or at the top if it would cover the button just pressed (styles/app.css
// sets how far down). Its live region is rendered from the start, so that screen readers announce
// additions. A message expires unless it is hovered or focused.
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';

import {
  dismissToast,
  dismissToasts,
  readMessages,
  subscribeToToasts,
  type Toast,
} from './toast.ts';

const SHOWN_MS = { success: 6000, info: 6000, destructive: 10_000 } as const;
/** Selects the live region. */
export const MESSAGES = '[data-messages]';
/** The elements that a message must never cover. */
const SUBMIT = ':is(main, [role$="dialog"]) button[type="submit"]';

const looks = {
  success: { edge: 'border-l-positive', sign: 'text-positive', path: 'm4 10 4 4 8-9' },
  info: { edge: 'border-l-ink', sign: 'text-ink', path: 'M10 9v6M10 5.2v.1' },
  destructive: { edge: 'border-l-negative', sign: 'text-negative', path: 'M10 4.5v7M10 15.2v.1' },
} as const;

const none: ReturnType<typeof readMessages> = { shown: null, replaced: [] };

export function Toasts() {
  const { shown, replaced } = useSyncExternalStore(subscribeToToasts, readMessages, () => none);
  const place = useRef<HTMLElement>(null);
  useRoomForKeyboard(place);
  // A page restored by Back from the browser's cache would still show it.
  useEffect(() => {
    window.addEventListener('pagehide', dismissToasts);
    return () => window.removeEventListener('pagehide', dismissToasts);
  }, []);
  return (
    <section
      ref={place}
      aria-label="Messages"
      data-messages=""
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 z-50 sm:right-5 sm:left-auto sm:w-96"
    >
      {shown !== null && <ToastCard key={shown.id} toast={shown} />}
      {replaced.map(({ id, title, description }) => (
        <p key={id} role="alert" className="sr-only">
          {title}: {description}
        </p>
      ))}
    </section>
  );
}

/** A phone's keyboard covers the page without resizing it: --keyboard is its height. */
function useRoomForKeyboard(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = window.visualViewport;
    const measure = () => {
      const covered = view === null ? 0 : window.innerHeight - view.height - view.offsetTop;
      place.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    view?.addEventListener('resize', measure);
    view?.addEventListener('scroll', measure);
    return () => {
      view?.removeEventListener('resize', measure);
      view?.removeEventListener('scroll', measure);
    };
  }, [place]);
}

/**
 * Moves the message to the top if it would cover a form's button. Checks again when the form grows
 * or the page scrolls, because the focus moves to the invalid field after the message has appeared.
 */
function useClearPlace(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = card.current?.closest<HTMLElement>(MESSAGES);
    if (!place) return undefined;
    delete place.dataset['side'];
    const buttons = [...document.querySelectorAll<HTMLButtonElement>(SUBMIT)];
    const clear = () => {
      const own = place.getBoundingClientRect();
      const isCovered = buttons.some((button) => {
        const box = button.getBoundingClientRect();
        return (
          box.top < own.bottom &&
          box.bottom > own.top &&
          box.left < own.right &&
          box.right > own.left
        );
      });
      if (isCovered) place.dataset['side'] = 'top';
    };
    const watched = new ResizeObserver(clear);
    // Reports each element at once, and then every change.
    for (const { form } of buttons) if (form) watched.observe(form);
    // Captured, because scroll events inside a dialog do not bubble.
    const scrolling = { capture: true, passive: true };
    document.addEventListener('scroll', clear, scrolling);
    return () => {
      watched.disconnect();
      document.removeEventListener('scroll', clear, scrolling);
    };
  }, [card]);
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const { id, kind, title, description } = toast;
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useClearPlace(card);
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => dismissToast(id), SHOWN_MS[kind]);
    return () => clearTimeout(timer);
  }, [held, id, kind]);
  const look = looks[kind];
  return (
    <div
      ref={card}
      // The region announces additions politely; a failure interrupts.
      role={kind === 'destructive' ? 'alert' : undefined}
      className={`pointer-events-auto flex w-full animate-[sheet-in_200ms_var(--ease-out)] items-start gap-3 rounded-md border border-l-4 border-line bg-sheet py-3 pr-1 pl-4 lifted-shadow ${look.edge}`}
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
