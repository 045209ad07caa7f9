// <Message>: the tutor's message to the family's parents. <Revealed> scrolls to what has just
// appeared.
import type { ReactNode } from 'react';

import { LENGTHS } from '../../../domain/limits.ts';
import { Field } from '../../ui/forms/field.tsx';

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export function Revealed({ children }: { readonly children: ReactNode }) {
  return <div ref={scrollTo}>{children}</div>;
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
