// <Section>: one part of the account page, with its heading at the side where there is room.
import { useEffect, useRef, type ReactNode } from 'react';

interface SectionProps {
  /** Its anchor in the address. */
  readonly id: string;
  readonly title: string;
  readonly text: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, text, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  // The page's script arrives after the address has been read, so the anchor is looked for once
  // more.
  useEffect(() => {
    if (window.location.hash === `#${id}` && element.current !== null)
      return keepInView(element.current);
  }, [id]);
  return (
    <section
      ref={element}
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-5 border-t border-line pt-8 lg:grid-cols-[18rem_1fr] lg:gap-12"
    >
      <div>
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        <p className="mt-2 text-pencil">{text}</p>
      </div>
      <div className="min-w-0 lg:max-w-2xl">{children}</div>
    </section>
  );
}

const LOADING_MS = 5000;
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Shows it, and again while what stands above it loads, unless whoever reads moves on. Returns how
 * to stop.
 */
function keepInView(element: HTMLElement): () => void {
  const ended = new AbortController();
  const stop = () => ended.abort();
  const observer = new ResizeObserver(() => element.scrollIntoView());
  observer.observe(document.body);
  for (const move of MOVES)
    window.addEventListener(move, stop, { passive: true, signal: ended.signal });
  const timer = setTimeout(stop, LOADING_MS);
  ended.signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  return stop;
}
