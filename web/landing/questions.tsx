// Questions that parents ask. One answer is open at a time; closed ones stay in the page, where a
// search finds them.
import type { Content } from '../../domain/site/content.ts';

export function Questions({ entries, heading }: Content['faq']) {
  return (
    <section
      id="questions"
      aria-labelledby="questions-heading"
      className="later border-t border-line bg-sheet py-10 sm:py-24 print:border-0 print:py-6"
    >
      <div className="measure grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <h2 id="questions-heading" className="text-title">
          {heading}
        </h2>
        <div className="border-b border-line">
          {entries.map(({ question, answer }) => (
            <details
              key={question}
              name="faq"
              className="group border-t border-line first:border-t-2 first:border-ink"
            >
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3.5 hover:text-signal [&::-webkit-details-marker]:hidden">
                <h3 className="text-[1.1875rem] leading-snug text-pretty">
                  <Unbroken text={question} />
                </h3>
                <svg
                  viewBox="0 0 20 20"
                  aria-hidden="true"
                  className="size-5 shrink-0 text-signal print:hidden"
                  stroke="currentColor"
                  strokeWidth="2"
                >
                  <path d="M2 10h16" />
                  <path d="M10 2v16" className="group-open:hidden" />
                </svg>
              </summary>
              <p className="max-w-prose pr-10 pb-6 text-pencil">
                <Unbroken text={answer} />
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Keeps the parts of a compound together: 'one-on-one' does not break at its hyphens. */
function Unbroken({ text }: { readonly text: string }) {
  return text.split(/(\w+(?:-\w+)+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
