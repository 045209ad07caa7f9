// <Rest after={value}>: its buttons rest for a moment after the value has changed, but for the
// keyboard. For what moves on by itself: a second press must not act on what has just come beneath
// the finger.
import { type ReactNode, useEffect, useState } from 'react';

import { RestContext } from './button.tsx';

/** Longer than between the presses of a double click, however slow. */
const REST_MS = 1000;

interface RestProps {
  /** Compared by Object.is. */
  after: unknown;
  /** Whether they rest at first, too. */
  atFirst?: boolean;
  children: ReactNode;
}

export function Rest({ after, atFirst = false, children }: RestProps) {
  const [rest, setRest] = useState({ after, isOver: !atFirst });
  // While rendering: an effect would leave the new buttons in use for a frame.
  if (!Object.is(rest.after, after)) setRest({ after, isOver: false });
  useEffect(() => {
    if (rest.isOver) return undefined;
    const timer = setTimeout(() => setRest({ ...rest, isOver: true }), REST_MS);
    return () => clearTimeout(timer);
  }, [rest]);
  return <RestContext value={!rest.isOver}>{children}</RestContext>;
}
