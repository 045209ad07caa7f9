// <PreviewTaps>: lies over a frame that has no scripts, where such a frame runs no listener either
// (WebKit). It takes the taps, and scrolls for the frame.
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

interface PreviewTapsProps {
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** How large the frame's page is shown. */
  readonly scale: number;
  /** The element of the frame's page that was tapped. */
  readonly onTap: (element: Element) => void;
}

export function PreviewTaps({ frame, scale, onTap }: PreviewTapsProps) {
  const layer = useRef<HTMLDivElement>(null);
  const length = useRef<HTMLDivElement>(null);
  /** Other words make the page longer, and choosing a part scrolls it. */
  const follow = () => {
    const page = frame.current?.contentDocument?.documentElement;
    if (!page || layer.current === null || length.current === null) return;
    length.current.style.height = `${page.scrollHeight * scale}px`;
    layer.current.scrollTop = page.scrollTop * scale;
  };
  useEffect(follow);
  const scroll = () => {
    const top = (layer.current?.scrollTop ?? 0) / scale;
    frame.current?.contentWindow?.scrollTo({ top, behavior: 'instant' });
  };
  const tap = ({ clientX, clientY }: MouseEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (box === undefined) return;
    const [x, y] = [(clientX - box.x) / scale, (clientY - box.y) / scale];
    const element = frame.current?.contentDocument?.elementFromPoint(x, y);
    if (!element) return;
    element.closest('summary')?.parentElement?.toggleAttribute('open');
    onTap(element);
  };
  return (
    // The keyboard reaches the parts by the list beside the preview.
    <div
      ref={layer}
      role="presentation"
      className="absolute inset-0 overflow-x-hidden overflow-y-auto"
      onPointerEnter={follow}
      onPointerDown={follow}
      onScroll={scroll}
      onClick={tap}
    >
      <div ref={length} />
    </div>
  );
}

/** Whether listeners of this page are called for events in the frame's document. */
export function runsListeners(page: Document): boolean {
  let isCalled = false;
  const answer = () => {
    isCalled = true;
  };
  page.addEventListener('probe', answer);
  page.dispatchEvent(new Event('probe'));
  page.removeEventListener('probe', answer);
  return isCalled;
}
