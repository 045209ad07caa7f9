// <Button>, and the styles that it shares with <LinkButton>.
import {
  Children,
  createContext,
  use,
  useId,
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
} from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'destructive';
/** `compact` and `flush` are for quiet buttons: in a row, and where the text aligns with others. */
export type ButtonSize = 'regular' | 'large' | 'compact' | 'flush';

const base =
  'inline-flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-md text-center leading-tight font-bold no-underline select-none';

/** A link is never disabled. */
const outOfUse =
  'aria-disabled:cursor-not-allowed aria-disabled:border-line aria-disabled:bg-faint aria-disabled:text-pencil';

const sizes: Record<ButtonSize, string> = {
  regular: 'px-5 py-2.5',
  large: 'min-h-13 px-7 py-3.5 text-lg',
  compact: 'px-3 py-2.5',
  flush: 'py-2.5',
};

const variants: Record<ButtonVariant, string> = {
  primary:
    'border border-signal bg-signal text-on-signal hover:border-signal-deep hover:bg-signal-deep',
  secondary: 'border border-ink bg-sheet text-ink hover:bg-ink hover:text-paper',
  quiet:
    'border border-transparent text-ink underline decoration-rule decoration-1 underline-offset-4 hover:decoration-signal hover:decoration-2',
  destructive: 'border border-negative bg-sheet text-negative hover:bg-negative hover:text-paper',
};

/** Whether buttons ignore presses for now; see <Rest>. */
export const RestContext = createContext(false);

/** The classes of a button, for elements that must look like one. */
export function buttonClass(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'regular',
  more = '',
): string {
  return `${base} ${sizes[size]} ${variants[variant]} ${more}`;
}

/**
 * Joins several texts into one. A translator puts each text into an element of its own, and as
 * items of a flexible box these would have gaps between them.
 */
export function joinTexts(children: ReactNode): ReactNode {
  const parts = Children.toArray(children);
  const isText = parts.every((part) => typeof part === 'string' || typeof part === 'number');
  return isText ? parts.join('') : children;
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Work is running: the button keeps its position and focus, and ignores further clicks. */
  busy?: boolean;
  /** The label while busy, e.g. 'Registering...'. */
  busyLabel?: string | undefined;
  /**
   * Why the button is disabled, shown beneath it. It stays focusable, so that everybody can find
   * out.
   */
  disabledReason?: string | null | undefined;
}

export function Button({
  variant = 'primary',
  size = 'regular',
  busy = false,
  busyLabel,
  disabledReason,
  className = '',
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const reasonId = useId();
  const isResting = use(RestContext);
  const refused = disabledReason !== undefined && disabledReason !== null;
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    // A pointer's click counts its presses, from 1; one by the keyboard comes where the focus is.
    const isTooEarly = isResting && event.detail > 0;
    // A submit button must not submit either.
    if (busy || refused || isTooEarly) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={`${buttonClass(variant, size, className)} ${outOfUse}`}
      aria-disabled={busy || refused || isResting || undefined}
      aria-busy={busy || undefined}
      aria-describedby={refused ? reasonId : undefined}
      onClick={handleClick}
      {...rest}
    >
      {busy && <Spinner />}
      {joinTexts(busy ? (busyLabel ?? children) : children)}
    </button>
  );
  if (!refused) return button;
  return (
    <span className="inline-flex max-w-full flex-col gap-1.5">
      {button}
      <span id={reasonId} className="text-sm leading-snug text-pencil">
        {disabledReason}
      </span>
    </span>
  );
}

/**
 * <Spinner />: a small rotating arc, hidden from screen readers; describe the activity next to it.
 */
export function Spinner({ className = 'size-5' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={`animate-spin ${className}`}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" opacity="0.3" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  );
}
