// <Dialog>: a modal sheet with a title; on a phone it rises from the bottom edge, above the
// keyboard. Long content scrolls between its head and its foot. <DialogFoot> fills the foot from
// within the content; <DialogLead> keeps what belongs to the buttons right above them.
import { Dialog as Base } from '@base-ui/react/dialog';
import {
  createContext,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import { createPortal } from 'react-dom';

import { TitleContext, useReturnFocus, wasByKey } from './hooks/use-return-focus.ts';
import { CrossSign, MESSAGES } from './toasts.tsx';
import { followVisibleArea } from './visible-area.ts';

interface DialogProps {
  open: boolean;
  /** Called with false by the cross, Escape and a click outside the dialog. */
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** One sentence beneath the title, announced with it. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons in the foot, the main one last. On a narrow screen it is on top of the others. */
  actions?: ReactNode;
  width?: 'narrow' | 'wide' | 'broad';
  /** Fills the screen of a phone, for lists and forms. */
  isFull?: boolean;
  /** Names what is shown. When it changes, reading starts again at the title. */
  view?: string;
  /** Returns from a part of the dialog, by an arrow before the title. */
  onBack?: (() => void) | undefined;
  /**
   * For questions: a screen reader announces it as an alert, and one of its buttons must be chosen.
   * There is no cross, a click outside does not close it (Escape does), and on a phone the buttons
   * keep their order.
   */
  alert?: boolean;
  /** What has the focus at first, where one field is all there is to do; otherwise the title. */
  firstFocus?: () => HTMLElement | null;
  /**
   * The element to focus after closing. Null: the previously focused one, or, if that is gone, the
   * title of the dialog beneath; unless the focus is elsewhere by then.
   */
  nextFocus?: () => HTMLElement | null;
}

const backdrop =
  'fixed inset-0 z-40 bg-[#0b1020b3] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

/** The visible part of the screen. Its height, in the reader's text size, decides what is `low`. */
const frame =
  'pointer-events-none fixed inset-x-0 top-[var(--visible-top,0px)] z-40 flex h-[var(--visible-height,100dvh)] flex-col justify-end [container:dialog/size] sm:items-center sm:justify-center';

const popup =
  'group pointer-events-auto flex max-h-[92%] w-full flex-col rounded-t-md border border-line bg-sheet text-ink lifted-shadow transition-[opacity,translate] duration-200 ease-out data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:rounded-md sm:data-ending-style:translate-y-2 sm:data-starting-style:translate-y-2 low:max-h-full';

const full = 'max-sm:h-full max-sm:max-h-full max-sm:rounded-none';

const widths = {
  narrow: 'sm:max-w-md',
  wide: 'sm:max-w-2xl',
  broad: 'sm:max-w-2xl lg:max-w-5xl',
} as const;

const signClass =
  '-mt-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-pencil hover:text-ink low:mt-0';

/** The foot of the dialog that the content is in; null until it is rendered. */
const FootContext = createContext<HTMLElement | null>(null);

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  width = 'narrow',
  isFull = false,
  view = '',
  onBack,
  alert = false,
  firstFocus,
  nextFocus,
}: DialogProps) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const returnFocus = useReturnFocus(open, sheet);
  useEffect(followVisibleArea, []);
  const lastView = useRef(view);
  // The pressed button is gone. In the layout phase, so that a part may move the focus on.
  useLayoutEffect(() => {
    if (lastView.current === view) return;
    lastView.current = view;
    heading.current?.focus({ preventScroll: true });
    body.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [view]);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { event }) => {
        if (!isOnMessage(event.target)) onOpenChange(next);
      }}
      disablePointerDismissal={alert}
    >
      <Base.Portal>
        {/* Also on top of another dialog. */}
        <Base.Backdrop forceRender className={backdrop} />
        <Base.Viewport className={frame}>
          <Base.Popup
            className={`${popup} ${widths[width]} ${isFull ? full : ''}`}
            ref={sheet}
            finalFocus={(closedBy) => {
              const next = nextFocus?.() ?? null;
              if (next === null) returnFocus(closedBy === 'keyboard');
              return next ?? false;
            }}
            {...(alert ? { role: 'alertdialog' } : { initialFocus: firstFocus ?? heading })}
          >
            <DialogHead heading={heading} title={title} onBack={onBack} hasCross={!alert} />
            <div
              ref={body}
              className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5 empty:hidden sm:px-7"
            >
              {description !== undefined && (
                <Base.Description className="mb-4 text-pencil wrap-anywhere">
                  {description}
                </Base.Description>
              )}
              <TitleContext value={heading}>
                <FootContext value={foot}>{children}</FootContext>
              </TitleContext>
            </div>
            <footer ref={setFoot} data-foot="" className="empty:hidden">
              {actions !== undefined && (
                <div className={`${lastClass} ${alert ? questionClass : buttonsClass}`}>
                  {actions}
                </div>
              )}
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface DialogHeadProps extends Pick<DialogProps, 'title' | 'onBack'> {
  heading: RefObject<HTMLHeadingElement | null>;
  hasCross: boolean;
}

function DialogHead({ heading, title, onBack, hasCross }: DialogHeadProps) {
  return (
    <header
      data-head=""
      className="flex items-start gap-3 pt-5 pr-2 pb-2 pl-5 sm:pl-7 low:min-h-13 low:items-center low:py-1"
    >
      {onBack !== undefined && (
        <button
          type="button"
          aria-label="Back"
          className={`${signClass} -mr-2 -ml-4`}
          onClick={onBack}
        >
          <ArrowSign />
        </button>
      )}
      <Base.Title
        ref={heading}
        tabIndex={-1}
        className={`min-w-0 flex-1 text-heading wrap-anywhere low:line-clamp-2 low:text-lg low:leading-tight ${ring()}`}
      >
        {title}
      </Base.Title>
      {hasCross && (
        <Base.Close aria-label="Close" className={signClass}>
          <CrossSign />
        </Base.Close>
      )}
    </header>
  );
}

/**
 * The foot has no padding and no line of its own, which would have to disappear with its content:
 * what :has() shows or hides stays as it was in WebKit (2.50) when the content comes later.
 */
const partClass =
  'border-line px-5 empty:hidden sm:px-7 high:group-has-[[data-lead]:not(:empty)]:border-t-0 high:group-has-[[data-lead]:not(:empty)]:pt-0';
const noteClass = `${partClass} grid gap-2 border-t pt-4 pb-3 leading-snug low:pt-1.5 low:pb-2 low:text-sm`;
const lastClass = `${partClass} pb-4 low:pb-1.5 [&:is(:first-child,:empty+*)]:border-t [&:is(:first-child,:empty+*)]:pt-4 low:[&:is(:first-child,:empty+*)]:pt-1.5`;
/** Side by side where there is room, otherwise the last one on top. */
const buttonsClass =
  'flex flex-wrap-reverse gap-x-3 gap-y-2 *:flex-auto low:gap-y-1 sm:justify-end sm:*:flex-none';
const questionClass =
  'flex flex-col gap-3 sm:flex-row sm:justify-end low:flex-row low:*:flex-auto low:*:px-3';

interface DialogFootProps {
  /** What somebody must know before pressing a button; in a sentence or two. */
  note?: ReactNode;
  /** The buttons, the main one last. */
  children?: ReactNode;
}

/** Renders buttons of the content in the dialog's foot. */
export function DialogFoot({ note, children }: DialogFootProps) {
  const foot = use(FootContext);
  if (foot === null) return null;
  return createPortal(
    <>
      <div className={noteClass}>{note}</div>
      <div className={`${lastClass} ${buttonsClass}`}>{children}</div>
    </>,
    foot,
  );
}

/** The last part of the content. It stays above the foot, unless the screen is too low for that. */
export function DialogLead({ children }: { children: ReactNode }) {
  return (
    <div
      data-lead=""
      className="-mx-5 mt-5 -mb-5 grid [.grid>&]:mt-0 gap-2.5 border-t border-line bg-sheet px-5 py-3 empty:hidden sm:-mx-7 sm:px-7 high:sticky high:-bottom-5 high:z-10"
    >
      {children}
    </div>
  );
}

/** The title has the focus at first, which only those who press keys need to see. */
const ring = () =>
  wasByKey() ? 'rounded-sm focus-visible:outline-3 focus-visible:outline-signal' : '';

/** A toast can be dismissed without closing the dialog it refers to. */
function isOnMessage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(MESSAGES) !== null;
}

function ArrowSign() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M10 3 5 8l5 5" />
    </svg>
  );
}
