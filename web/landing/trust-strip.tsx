// Beneath the hero's text: who teaches, for how long, with which results, and when the next lesson
// is.
import type { ReactNode } from 'react';

import type { Content } from '../../domain/content.ts';
import { LateNextLesson } from './late.tsx';
import { Portrait } from './portrait.tsx';
import { Still } from './still.tsx';

/** `children`: <TrustWords>, when the whole page is rendered. */
export function TrustStrip({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mt-4 grid grid-cols-2 items-start gap-x-4 gap-y-3 border-t border-line pt-3 sm:mt-5 sm:pt-4 text-[0.9375rem] leading-snug sm:grid-cols-[4fr_3fr_3fr] [&_*]:min-w-0 [&_b]:block">
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
        <Portrait tutor={tutor} monogram={monogram} className="w-14 sm:w-16" />
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
