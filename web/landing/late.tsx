// <LateFigure>, <LateNextLesson>, <LateLessons>, <LateFreeLessons>, <LateBar>: parts of the landing
// page that it can do without. Their script loads when the browser is idle. Until then, and
// offline, they show the prerendered HTML.
import { type ComponentProps, lazy, Suspense } from 'react';

type Parts = (typeof import('./late-parts.tsx'))['lateParts'];

function whenAtRest(): Promise<void> {
  // Safari has no requestIdleCallback.
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  return new Promise((resolve) => {
    whenIdle(() => resolve());
  });
}

type Load = () => Promise<{ readonly lateParts: Parts }>;

/**
 * Nothing is missing in the meantime: it retries once the browser is online again or somebody
 * touches the page.
 */
async function load(once: Load = () => import('./late-parts.tsx'), attempt = 1): Promise<Parts> {
  try {
    return (await once()).lateParts;
  } catch (error) {
    await new Promise((resolve) => {
      for (const type of ['online', 'pointerdown', 'keydown'])
        window.addEventListener(type, resolve, { once: true });
    });
    // Some versions of Chromium never load a module again whose first import has failed, but do so
    // at another address. Their message ends with the address.
    const [address] = /https?:[^?]*$/.exec(error instanceof Error ? error.message : '') ?? [];
    return address === undefined
      ? load(once, attempt + 1)
      : load(() => import(/* @vite-ignore */ `${address}?retry=${attempt}`), attempt + 1);
  }
}

let parts: Promise<Parts> | undefined;

/** Shares one promise between all parts. The build, which prerenders them, does not wait. */
async function loadOnce(): Promise<Parts> {
  parts ??= import.meta.env.SSR ? load() : whenAtRest().then(() => load());
  return parts;
}

const Figure = lazy(async () => ({ default: (await loadOnce()).LiveFigure }));
const First = lazy(async () => ({ default: (await loadOnce()).NextLessonTime }));
const Bar = lazy(async () => ({ default: (await loadOnce()).BookingBar }));
const Free = lazy(async () => ({ default: (await loadOnce()).FreeLessons }));
const Lessons = lazy(async () => ({ default: (await loadOnce()).NextLessons }));

export function LateFigure(props: ComponentProps<Parts['LiveFigure']>) {
  return (
    <Suspense>
      <Figure {...props} />
    </Suspense>
  );
}

export function LateNextLesson() {
  return (
    <Suspense>
      <First />
    </Suspense>
  );
}

export function LateLessons() {
  return (
    <Suspense>
      <Lessons />
    </Suspense>
  );
}

export function LateFreeLessons(props: ComponentProps<Parts['FreeLessons']>) {
  return (
    <Suspense>
      <Free {...props} />
    </Suspense>
  );
}

export function LateBar() {
  return (
    <Suspense>
      <Bar />
    </Suspense>
  );
}
