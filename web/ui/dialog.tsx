// <Dialog>: a modal sheet with a title; on a phone it rises from the bottom edge. Long content
// scrolls inside.
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

import { CrossSign, MESSAGES } from './toasts.tsx';

interface DialogProps {
  readonly open: boolean;
  /** Called with false by the cross, Escape and a click outside the dialog. */
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  /** One sentence beneath the title, announced with it. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /**
   * Buttons in the sticky footer, the main one last. On a phone they are stacked, the main one on
   * top.
   */
  readonly actions?: ReactNode;
  readonly width?: 'narrow' | 'wide' | 'broad';
  /**
   * For questions: a screen reader announces it as an alert, and one of its buttons must be chosen.
   * There is no cross, a click outside does not close it (Escape does), and on a phone the buttons
   * keep their order.
   */
  readonly alert?: boolean;
  /** The element to focus after closing; null for the previously focused one. */
  readonly nextFocus?: () => HTMLElement | null;
}

const backdrop =
  'fixed inset-0 z-40 bg-[#0b1020b3] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

const popup =
  'fixed inset-x-0 bottom-0 z-40 flex max-h-[92dvh] flex-col rounded-t-md border border-line bg-sheet text-ink lifted-shadow transition-[opacity,translate] duration-200 ease-out data-ending-style:translate-y-6 data-ending-style:opacity-0 data-starting-style:translate-y-6 data-starting-style:opacity-0 sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-md sm:data-ending-style:-translate-y-[calc(50%-8px)] sm:data-starting-style:-translate-y-[calc(50%-8px)]';

const widths = {
  narrow: 'sm:max-w-md',
  wide: 'sm:max-w-2xl',
  broad: 'sm:max-w-2xl lg:max-w-5xl',
} as const;

const focusBefore = () => null;

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
  width = 'narrow',
  alert = false,
  nextFocus = focusBefore,
}: DialogProps) {
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
        <Base.Popup
          className={`${popup} ${widths[width]}`}
          finalFocus={nextFocus}
          {...(alert ? { role: 'alertdialog' } : {})}
        >
          <header className="flex items-start gap-3 pt-5 pr-2 pb-4 pl-5 sm:pl-7">
            <div className="min-w-0 flex-1">
              <Base.Title className="text-heading">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="mt-1.5 text-pencil">{description}</Base.Description>
              )}
            </div>
            {!alert && (
              <Base.Close
                aria-label="Close"
                className="-mt-2 grid size-11 shrink-0 cursor-pointer place-items-center rounded-md text-pencil hover:text-ink"
              >
                <CrossSign />
              </Base.Close>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5 empty:hidden sm:px-7">
            {children}
          </div>
          {actions !== undefined && (
            <footer
              className={`flex gap-3 border-t border-line px-5 py-4 empty:hidden sm:flex-row sm:justify-end sm:px-7 ${alert ? 'flex-col' : 'flex-col-reverse'}`}
            >
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** A toast can be dismissed without closing the dialog it refers to. */
function isOnMessage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(MESSAGES) !== null;
}
