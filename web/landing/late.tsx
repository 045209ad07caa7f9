// <LateFigure>, <LateNextLesson>, <LateLessons>: parts of the landing page that are of use without
// a script, which comes in a moment of rest. Until then, and without a line, they are what the page
// came with.
import { type ComponentProps, lazy, Suspense } from 'react';

type Parts = (typeof import('./late-parts.tsx'))['lateParts'];

function whenAtRest(): Promise<void> {
  // Safari has no requestIdleCallback.
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : setTimeout;
  return new Promise((resolve) => {
    whenIdle(() => resolve());
  });
}

/**
 * Nothing is missing meanwhile: it tries again when there is a line again, or when somebody touches
 * the page.
 */
async function load(): Promise<Parts> {
  try {
    return (await import('./late-parts.tsx')).lateParts;
  } catch {
    await new Promise((resolve) => {
      for (const type of ['online', 'pointerdown', 'keydown'])
        window.addEventListener(type, resolve, { once: true });
    });
    return load();
  }
}

let parts: Promise<Parts> | undefined;

/** The same promise for all of them; the build, which prerenders them, waits for nothing. */
async function loadOnce(): Promise<Parts> {
  parts ??= import.meta.env.SSR ? load() : whenAtRest().then(load);
  return parts;
}

const Figure = lazy(async () => ({ default: (await loadOnce()).LiveFigure }));
const First = lazy(async () => ({ default: (await loadOnce()).NextLesson }));
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
