// <Toasts />: renders showToast's message in the lower right corner. On a phone it is at the lower
// edge, above the keyboard and the foot of a dialog (styles/app.css sets how far down it is at the
// top of a page). Its live region is rendered from the start, so that screen readers announce
// additions. A message expires unless it is hovered or focused, and ends with the next press.
import {
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';

import {
  dismissToast,
  dismissToasts,
  readMessages,
  subscribeToToasts,
  type Toast,
} from './toast.ts';
import { followVisibleArea } from './visible-area.ts';

const SHOWN_MS = 4000;
/** A long text stays for as long as it takes to read. */
const READ_MS_PER_CHARACTER = 60;
/** Selects the live region. */
export const MESSAGES = '[data-messages]';
const DIALOG = '[role$="dialog"][data-open]';
/** The elements that a message must never cover; the row that was pressed is what it speaks of. */
const NEVER_COVERED = '[data-foot], form button[type="submit"], [data-pressed]';

const looks = {
  success: { sign: 'text-positive', path: 'm4 10 4 4 8-9' },
  info: { sign: 'text-ink', path: 'M10 9v6M10 5.2v.1' },
  destructive: { sign: 'text-negative', path: 'M10 4.5v7M10 15.2v.1' },
} as const;

const none: ReturnType<typeof readMessages> = { shown: null, replaced: [] };

export function Toasts() {
  const { shown, replaced } = useSyncExternalStore(subscribeToToasts, readMessages, () => none);
  useEffect(followVisibleArea, []);
  // A page restored by Back from the browser's cache would still show it.
  useEffect(() => {
    window.addEventListener('pagehide', dismissToasts);
    return () => window.removeEventListener('pagehide', dismissToasts);
  }, []);
  return (
    <section
      aria-label="Messages"
      data-messages=""
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 z-50 sm:right-5 sm:left-auto sm:max-w-xl"
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

/**
 * Moves the message off what it must never cover: above the foot of a dialog, and to the top of a
 * page if it would lie on a form's button. Checks again when either grows, the page scrolls or a
 * dialog opens: all of that can happen after the message has appeared.
 */
function useClearPlace(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const place = card.current?.closest<HTMLElement>(MESSAGES);
    if (!place) return undefined;
    const watched = new WeakSet<HTMLElement>();
    const clear = () => {
      const dialog = [...document.querySelectorAll(DIALOG)].at(-1);
      const buttons = [...(dialog ?? document).querySelectorAll<HTMLElement>(NEVER_COVERED)];
      for (const button of buttons) {
        const element = button.closest('form') ?? button;
        // To observe an element again reports it again, without end.
        if (!watched.has(element)) grown.observe(element);
        watched.add(element);
      }
      delete place.dataset['side'];
      place.style.removeProperty('--raised');
      // A raised message may lie on the next one.
      for (let round = 0; round < buttons.length; round += 1) {
        const own = place.getBoundingClientRect();
        const covered = buttons
          .map((button) => button.getBoundingClientRect())
          // A row as high as the window cannot be avoided.
          .filter((box) => areOverlapping(box, own) && box.height < window.innerHeight / 2);
        if (covered.length === 0) return;
        if (dialog === undefined) {
          place.dataset['side'] = 'top';
          return;
        }
        const top = Math.min(...covered.map((box) => box.top));
        place.style.setProperty('--raised', `${window.innerHeight - top}px`);
      }
    };
    const grown = new ResizeObserver(clear);
    const opened = new MutationObserver(clear);
    opened.observe(document.body, { childList: true, subtree: true });
    clear();
    // Captured, because scroll events inside a dialog do not bubble.
    const scrolling = { capture: true, passive: true };
    document.addEventListener('scroll', clear, scrolling);
    return () => {
      grown.disconnect();
      opened.disconnect();
      document.removeEventListener('scroll', clear, scrolling);
    };
  }, [card]);
}

const areOverlapping = (one: DOMRect, other: DOMRect) =>
  one.top < other.bottom &&
  one.bottom > other.top &&
  one.left < other.right &&
  one.right > other.left;

function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, title, description } = toast;
  const [isPaused, setPaused] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useClearPlace(card);
  useEffect(() => {
    if (isPaused) return undefined;
    const length = title.length + (description ?? '').length;
    const shownMs = Math.max(SHOWN_MS, length * READ_MS_PER_CHARACTER);
    const end = () => dismissToast(id);
    const timer = setTimeout(end, shownMs);
    // Captured: a press may raise the next message.
    document.addEventListener('click', end, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', end, true);
    };
  }, [isPaused, id, title, description]);
  const look = looks[kind];
  return (
    <div
      ref={card}
      // The region announces additions politely; a failure interrupts.
      role={kind === 'destructive' ? 'alert' : undefined}
      className="pointer-events-auto flex w-full animate-[sheet-in_200ms_var(--ease-out)] items-center gap-3 rounded-md border border-line bg-sheet py-2.5 pr-1 pl-4 lifted-shadow"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        className={`size-5 shrink-0 ${look.sign}`}
      >
        <path d={look.path} />
      </svg>
      <div className="min-w-0 flex-1">
        <p className="leading-snug">
          <b className="mr-1.5">{title}</b>{' '}
          {description !== undefined && <span className="text-pencil">{description}</span>}
        </p>
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
