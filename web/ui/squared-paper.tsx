// <SquaredPaper>: the notebook's squares, behind what they stand in and kept clear of words, which lines would run through.

const places = {
  /** Around a figure or a form, out to the edges of its section (which clips it), fading towards the words before it. */
  outwards:
    '-inset-x-[50vw] -top-6 -bottom-[100vh] [mask-image:linear-gradient(transparent,#000_4rem)] lg:-top-[100vh] lg:left-[-2.5rem] lg:[mask-image:linear-gradient(90deg,transparent,#000_8rem)]',
  /** At both sides of a narrow column in the middle. */
  margins:
    'inset-0 [mask-image:linear-gradient(90deg,#000,transparent_calc(50%-16rem),transparent_calc(50%+16rem),#000)]',
  /** Around a few words in the middle. */
  around: 'inset-0 [mask-image:radial-gradient(circle,transparent_11rem,#000_22rem)]',
} as const;

/** Its parent needs `relative isolate`. */
export function SquaredPaper({ place }: { readonly place: keyof typeof places }) {
  return (
    <div
      aria-hidden="true"
      className={`squared pointer-events-none absolute -z-10 print:hidden ${places[place]}`}
    />
  );
}
