// <Section>: a part of a page of the account, with its anchor in the address.
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';

interface SectionProps {
  /** The anchor of the section in the address. */
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, text, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // The browser resolves the anchor before the page's script arrives, and a link of the app never
  // does. `key` changes each time that such a link is followed.
  useEffect(() => {
    if (hash === `#${id}` && element.current !== null) return keepInView(element.current);
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [id, hash, key]);
  return (
    <section
      ref={element}
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid grid-cols-1 gap-5 border-t border-line pt-8 nth-2:border-t-0 nth-2:pt-0"
    >
      <div>
        <h2 id={`${id}-title`} className="text-heading">
          {title}
        </h2>
        {text !== undefined && <p className="mt-1.5 leading-snug text-pencil">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

const LOADING_MS = 5000;
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls the element into view, again while content above it loads, and stops when the reader
 * scrolls. Returns a function that stops it.
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
