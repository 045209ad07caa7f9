// <PartFoot>: the sticky foot of a part of the lesson's dialog: Back and the main action. <Revealed>
// scrolls what has just appeared to above it. <Message> is the tutor's message to the parents.
import type { ReactNode } from 'react';

import { LENGTHS } from '../../../domain/limits.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';

interface PartFootProps {
  /** The main action. */
  readonly children: ReactNode;
  readonly onBack: () => void;
}

export function PartFoot({ children, onBack }: PartFootProps) {
  return (
    <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex flex-wrap justify-between gap-x-3 gap-y-2 border-t border-line bg-sheet px-5 py-4 sm:-mx-7 sm:px-7">
      <Button variant="quiet" className="px-3" onClick={onBack}>
        Back
      </Button>
      {children}
    </div>
  );
}

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export function Revealed({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={scrollTo} className="scroll-mb-24">
      {children}
    </div>
  );
}

interface MessageProps {
  readonly value: string;
  readonly onChange: (message: string) => void;
}

export function Message({ value, onChange }: MessageProps) {
  const left = LENGTHS.bookingMessage.max - value.length;
  return (
    <Field
      label="Message to the parents"
      optional
      hint={`It goes into their email, with your name. ${left} characters left.`}
    >
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={LENGTHS.bookingMessage.max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
