// Every page but the landing page shows this until its script has arrived: squared paper and a
// quiet line of text. After a few seconds it reports a problem, with CSS alone, because the missing
// script may be the very first.
import { paths } from '../../domain/paths.ts';
import { Spinner } from '../ui/button.tsx';
import { SquaredPaper } from '../ui/card.tsx';
import { TextLink } from '../ui/link-button.tsx';

export function Shell() {
  return (
    <main className="relative isolate grid min-h-dvh place-content-center justify-items-center gap-4 p-4 text-center">
      <SquaredPaper className="squares-around" />
      {/* Appears only when loading takes noticeably long. */}
      <output className="flex animate-[sheet-in_300ms_400ms_both] items-center gap-3 text-pencil noscript:hidden">
        <Spinner /> Loading…
      </output>
      <noscript>
        <p>This page needs JavaScript, which your browser does not run.</p>
      </noscript>
      <div className="animate-[hidden-until_1ms_6s_both]">
        <div className="noscript:hidden">
          <h1 className="text-heading">This is taking longer than it should.</h1>
          <p className="mt-1 text-pencil">Check your connection, then try again.</p>
        </div>
        <p className="mt-1 flex flex-wrap justify-center gap-x-6">
          {/* The explicit target makes the browser itself load the document. */}
          <TextLink href="" target="_self">
            Reload the page
          </TextLink>
          <TextLink href={paths.home}>Go to the start page</TextLink>
        </p>
      </div>
    </main>
  );
}
