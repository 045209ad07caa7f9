// Beneath the hero's text: who teaches, for how long, with which results, and when the next lesson
// is.
import type { ReactNode } from 'react';

import type { Content } from '../content/schema.ts';
import { LateNextLesson } from './late.tsx';
import { Still } from './still.tsx';

/** `children`: <TrustWords>, when the whole page is rendered. */
export function TrustStrip({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mt-5 grid grid-cols-2 items-start gap-4 border-t border-line pt-5 text-[0.9375rem] leading-snug sm:grid-cols-[4fr_3fr_3fr] [&_*]:min-w-0 [&_b]:block">
      <Still name="trust" className="contents">
        {children}
      </Still>
      <LateNextLesson />
    </div>
  );
}

type TrustWordsProps = Pick<Content['site'], 'tutor'> & Content['hero']['trust'];

export function TrustWords({ tutor, monogram, role, hours, result, check }: TrustWordsProps) {
  return (
    <>
      <div className="col-span-2 flex items-center gap-3 sm:col-span-1 sm:row-span-2">
        <Monogram letters={monogram} />
        <Fact title={tutor} text={role} />
      </div>
      <Fact {...hours} />
      <Fact {...result} />
      {check && <Fact {...check} />}
    </>
  );
}

function Fact({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <p>
      <b>{title}</b>
      {text}
    </p>
  );
}

/** A dial with a mark every fifteen degrees. */
function Monogram({ letters }: { readonly letters: string }) {
  return (
    <svg viewBox="0 0 56 56" aria-hidden="true" className="w-14 shrink-0 font-display" fill="none">
      <circle cx="28" cy="28" r="27" stroke="var(--color-ink)" />
      <circle
        cx="28"
        cy="28"
        r="24"
        stroke="var(--color-rule)"
        strokeWidth="4"
        strokeDasharray="1 5.283"
      />
      <text
        x="28"
        y="35"
        textAnchor="middle"
        fill="var(--color-ink)"
        className="text-[19px] font-semibold"
      >
        {letters}
      </text>
    </svg>
  );
}
