// Why the app works in the oldest supported browsers, although it uses what they lack.

const OWN = 'something else here: a key of our objects, or a method of a package';
const GUARDED = 'used only where the browser has it';
const ADDED = 'added by web/ui/older-browsers.ts';
const DECORATION = 'decoration: without it the page reads and works the same';

/** By the names of scan.ts. */
export const reasons: Readonly<Record<string, string>> = {
  toReversed: ADDED,
  toSorted: ADDED,
  toSpliced: ADDED,
  with: ADDED,
  'URL.canParse': ADDED,
  'AbortSignal.timeout': 'older ones abort with another error, which is a failure all the same',

  checkVisibility: GUARDED,
  'Error.captureStackTrace': GUARDED,
  connection: GUARDED,
  'Temporal.Instant': `${GUARDED}: domain/time.ts`,
  'Temporal.Now': `${GUARDED}: web/parts/lesson-times.ts`,
  hidePopover: `${GUARDED}: web/frames/admin-frame.tsx`,
  startViewTransition: GUARDED,
  stackTraceLimit: GUARDED,
  ariaDisabled: 'the attribute `disabled` is asked first',
  devicePixelRatio: 'older ones have it, without the zoom of the page',
  isComposing: 'older ones have it, with its order of events wrong',
  fetchPriority: 'a hint',
  imageSizes: 'a hint',

  bytes: OWN,
  capture: OWN,
  config: OWN,
  delay: OWN,
  displayName: OWN,
  dispose: OWN,
  escape: OWN,
  ink: OWN,
  isActive: OWN,
  isError: OWN,
  isValid: OWN,
  manifest: OWN,
  move: OWN,
  popover: OWN,
  role: OWN,
  share: OWN,
  side: OWN,
  silent: OWN,
  tag: OWN,
  toArray: OWN,
  use: OWN,
  watch: OWN,
  when: OWN,

  'animation-timeline': `${GUARDED}: web/styles/app.css`,
  ':has()': 'order and spacing; what must show or be reached does not depend on it',
  ':open': 'beside [open]',
  ':popover-open': 'beside [open]',
  '::details-content': 'print: what is folded stays folded',
  '@property': 'Tailwind sets the same values where it is missing',
  'color-mix()': 'in @supports, beside a plain colour',
  'content-visibility': 'speed alone',
  'math-depth': 'the size of nested formulas',
  'relative colours': 'a question of Tailwind to the browser, in @supports',
  scripting: 'speed, and a line for pages without scripts',
  'scrollbar-color': DECORATION,
  subgrid: 'the bars of the figures stand below their labels',
  'text-wrap': DECORATION,
};
