// Beneath the hero's text: who teaches, for how long, with which results, and when the next lesson
// is, beside the tutor's picture.
import type { ReactNode } from 'react';

import type { Content } from '../../domain/site/content.ts';
import { useSizedPicture } from '../content/pictures.ts';
import { PictureElement } from '../ui/picture-element.tsx';
import { LateNextLesson } from './late.tsx';
import { Still } from './still.tsx';

/** `children`: <TrustWords>, when the whole page is rendered. */
export function TrustStrip({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mt-4 grid grid-cols-2 items-start gap-x-4 gap-y-3 border-t border-line pt-3 sm:mt-5 sm:pt-4 text-note leading-snug sm:grid-cols-[4fr_3fr_3fr] [&_*]:min-w-0 [&_b]:block">
      <Still name="trust" className="contents">
        {children}
      </Still>
      <LateNextLesson />
    </div>
  );
}

type TrustWordsProps = Pick<Content['site'], 'tutor'> &
  Pick<Content['profile'], 'portrait'> &
  Content['hero']['trust'];

export function TrustWords(words: TrustWordsProps) {
  const { tutor, portrait, monogram, role, hours, result, check } = words;
  const picture = useSizedPicture(portrait);
  return (
    <>
      <div className="col-span-2 flex items-center gap-3 sm:col-span-1 sm:row-span-2">
        {picture === null ? (
          <Portrait tutor={tutor} monogram={monogram} className="w-14 sm:w-16" />
        ) : (
          // Beside the name it says nothing new; it is described where it is large.
          <PictureElement
            picture={picture}
            alt=""
            sizes="64px"
            className="aspect-4/5 w-14 shrink-0 rounded-sm object-cover sm:w-16"
          />
        )}
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

interface PortraitProps {
  readonly tutor: string;
  /** Initials. */
  readonly monogram: string;
  readonly className: string;
}

/** <Portrait>: a drawing in the place and the shape (4:5) of the tutor's portrait. */
function Portrait({ tutor, monogram, className }: PortraitProps) {
  return (
    <svg
      viewBox="0 0 64 80"
      role="img"
      aria-label={`${tutor}, drawn in place of a portrait`}
      className={`shrink-0 font-display ${className}`}
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.25"
    >
      <path
        d="M8 .5v79M20 .5v79M32 .5v79M44 .5v79M56 .5v79M.5 8h63M.5 20h63M.5 32h63M.5 44h63M.5 56h63M.5 68h63"
        stroke="var(--color-line)"
        strokeWidth=".75"
      />
      <path
        d="M8 79.5c0-16 9-25 24-25s24 9 24 25M32 15c8 0 12.5 6 12.5 13.500S39 46 32 46s-12.5-10-12.5-17.500S24 15 32 15Z"
        fill="var(--color-sheet)"
      />
      <rect x=".625" y=".625" width="62.75" height="78.75" rx="3" />
      <text
        x="32"
        y="73"
        textAnchor="middle"
        fill="var(--color-ink)"
        stroke="none"
        className="text-[13px] font-semibold"
      >
        {monogram}
      </text>
    </svg>
  );
}
