// const [question, ask] = useConfirm(): asks before something that cannot be undone. Render
// {question} inside the dialog that asks, so that it appears on top of it, and
// if (await ask({title, text, action})) ...
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';

import { Button, type ButtonProps } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Rest } from './rest.tsx';

export interface Confirmation {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button: a verb, e.g. 'Delete lesson'. */
  readonly action: string;
  /** The label of the other button, e.g. 'Keep it'. */
  readonly refusal?: string;
  /** What has the focus after a yes, for a button that goes away; otherwise that button. */
  readonly nextFocus?: () => HTMLElement | null;
}

/** Resolves to whether the person confirmed. A second question resolves the first to false. */
export type Ask = (question: Confirmation) => Promise<boolean>;

interface PendingConfirmation extends Confirmation {
  readonly isOpen: boolean;
}

interface ConfirmDialogProps {
  question: Confirmation;
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** For a question that the caller opens and closes by itself. */
export function ConfirmDialog({ question, open, onAnswer }: ConfirmDialogProps) {
  const { title, text, action, refusal = 'Go back', nextFocus } = question;
  const isConfirmed = useRef(false);
  const settle = (yes: boolean) => {
    isConfirmed.current = yes;
    onAnswer(yes);
  };
  return (
    <Dialog
      alert
      open={open}
      onOpenChange={() => settle(false)}
      title={title}
      description={text}
      nextFocus={() => (isConfirmed.current ? (nextFocus?.() ?? null) : null)}
      actions={
        <>
          <Button variant="secondary" onClick={() => settle(false)}>
            {refusal}
          </Button>
          {/* On a phone it comes where the button was that asks. */}
          <Rest after={title} atFirst>
            <Button variant="destructive" onClick={() => settle(true)}>
              {action}
            </Button>
          </Rest>
        </>
      }
    />
  );
}

/** The question comes first, so that the lint finds one that is never rendered. */
export function useConfirm(): readonly [question: ReactNode, ask: Ask] {
  const [pending, setPending] = useState<PendingConfirmation | null>(null);
  const answer = useRef<((yes: boolean) => void) | null>(null);
  // A question that is no longer shown can no longer be answered.
  useEffect(() => () => answer.current?.(false), []);
  const ask = useCallback((question: Confirmation) => {
    answer.current?.(false);
    setPending({ ...question, isOpen: true });
    return new Promise<boolean>((resolve) => {
      answer.current = resolve;
    });
  }, []);
  if (pending === null) return [null, ask];
  const settle = (yes: boolean) => {
    answer.current?.(yes);
    // The text stays until the dialog has faded out.
    setPending({ ...pending, isOpen: false });
  };
  const question = <ConfirmDialog question={pending} open={pending.isOpen} onAnswer={settle} />;
  return [question, ask];
}

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick'> {
  question: Confirmation;
  onConfirm: () => void;
}

/** <ConfirmButton question={...} onConfirm={...}>: a button that asks before it acts. */
export function ConfirmButton({ question, onConfirm, ...button }: ConfirmButtonProps) {
  const [dialog, ask] = useConfirm();
  const confirm = async () => {
    if (await ask(question)) onConfirm();
  };
  return (
    <>
      <Button {...button} onClick={() => void confirm()} />
      {dialog}
    </>
  );
}

export const THROW_AWAY: Confirmation = {
  title: 'Throw away changes',
  text: 'What you have written is not saved yet.',
  action: 'Throw away',
  refusal: 'Keep writing',
};

interface CloseGuard {
  /** Whether closing would lose something that was typed. */
  isDirty: boolean;
  onClose: () => void;
  /** The words, where there is more to say. */
  question?: Confirmation;
}

/** const [question, close] = useCloseGuard({isDirty, onClose}): asks before input is lost. */
export function useCloseGuard({ isDirty, onClose, question = THROW_AWAY }: CloseGuard) {
  const [dialog, ask] = useConfirm();
  const close = async () => {
    if (!isDirty || (await ask(question))) onClose();
  };
  return [dialog, () => void close()] as const;
}
