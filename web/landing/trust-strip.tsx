// Beneath the hero's text: who teaches, for how long, with which results, and when the next lesson
// is.
import type { ReactNode } from 'react';

import type { Content } from '../../domain/site/content.ts';
import { useSizedPicture } from '../content/pictures.ts';
import { PictureElement } from '../ui/picture-element.tsx';
import { LateNextLesson } from './late.tsx';
import { Portrait } from './portrait.tsx';
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
