// <Consequences>: what happens once the button of a dialog is pressed, point by point.
import type { ReactNode } from 'react';

interface ConsequencesProps {
  readonly children: readonly ReactNode[];
}

export function Consequences({ children }: ConsequencesProps) {
  return (
    <section>
      <h3 className="font-sans text-base leading-snug font-bold">What happens</h3>
      <ul className="mt-1.5 grid list-disc gap-1 pl-5 leading-snug marker:text-pencil">
        {children.map((child, place) => (
          // They never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place}>{child}</li>
        ))}
      </ul>
    </section>
  );
}
