// <PreviewFrame>: a page of the site as a device would show it. The frame runs no script. It has
// the origin of this page, so that the fonts load and a tap can say which part it was on.
import { useEffect, useRef, useState } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { ContentPart } from '../../../domain/site/content.ts';
import type { WordPage } from '../../../domain/site/site.ts';
import { partAt, scrollToPart, showPage } from './preview-page.ts';
import { PreviewTaps, runsListeners } from './preview-taps.tsx';

/** The width of each device, in CSS pixels. */
export const devices = { phone: 390, tablet: 768, desktop: 1280 } as const;
export type Device = keyof typeof devices;

const pageNames: Readonly<Record<WordPage, string>> = {
  [paths.home]: 'the home page',
  [paths.terms]: 'the terms',
  [paths.privacy]: 'the privacy page',
};

interface PreviewFrameProps {
  readonly page: WordPage;
  readonly html: string;
  readonly device: Device;
  readonly scheme: 'light' | 'dark';
  /** The part to scroll to when it changes. */
  readonly part?: ContentPart | null;
  /** Receives the part that was tapped. */
  readonly onPick?: (part: ContentPart) => void;
}

export function PreviewFrame({ page, html, device, scheme, part, onPick }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [{ width, height }, measure] = useState({ width: 0, height: 0 });
  /** Later words are put into the page, so that it keeps its place. */
  const [first] = useState(html);
  const [loads, setLoads] = useState(0);
  const [isHeard, setHeard] = useState(true);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) measure(entry.contentRect);
    });
    if (box.current !== null) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const pick = useRef<(element: Element) => void>(() => {});
  useEffect(() => {
    pick.current = (element) => {
      const tapped = partAt(element, page);
      if (tapped !== null) onPick?.(tapped);
    };
  }, [onPick, page]);
  useEffect(() => {
    const shown = frame.current?.contentDocument ?? null;
    if (loads > 0 && shown !== null) showPage(shown, html, scheme);
  }, [html, loads, scheme]);
  useEffect(() => {
    const shown = frame.current?.contentDocument ?? null;
    if (loads > 0 && shown !== null && part) scrollToPart(shown, part);
  }, [loads, part]);
  useEffect(() => {
    const shown = frame.current?.contentDocument ?? null;
    if (loads === 0 || shown === null) return undefined;
    const act = (event: Event) => {
      const target = event.target as Element;
      // A link leads nowhere here.
      if (target.closest('a, button') !== null) event.preventDefault();
      pick.current(target);
    };
    setHeard(runsListeners(shown));
    shown.addEventListener('click', act);
    return () => shown.removeEventListener('click', act);
  }, [loads]);
  const scale = Math.min(1, width / devices[device]);
  return (
    <div
      ref={box}
      className="relative grid h-full min-h-0 justify-items-center overflow-hidden rounded-md border border-rule bg-paper"
    >
      <iframe
        ref={frame}
        title={`Preview of ${pageNames[page]}`}
        sandbox="allow-same-origin"
        srcDoc={withDeadLinks(first)}
        onLoad={() => setLoads((before) => before + 1)}
        style={{
          colorScheme: scheme,
          width: `${devices[device]}px`,
          height: `${height / (scale || 1)}px`,
          transform: `scale(${scale})`,
          transformOrigin: '50% 0',
          // The scaled frame takes no more room than its visible width.
          marginInline: `${Math.min(0, width - devices[device]) / 2}px`,
        }}
      />
      {!isHeard && (
        <PreviewTaps frame={frame} scale={scale} onTap={(element) => pick.current(element)} />
      )}
    </div>
  );
}

/** Where taps are not seen, a link would open a new window, which the frame may not do. */
const withDeadLinks = (html: string) => html.replace('<head>', '<head><base target="_blank">');
