// <PreviewFrame>: a page of the site as a device would show it. The frame runs no script. It has
// the origin of this page, so that the fonts load and a tap can say which part it was on.
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';

import { paths } from '../../../domain/paths.ts';
import type { ContentPart } from '../../../domain/site/content.ts';
import type { PreviewedPage } from '../../../domain/site/site.ts';
import { withDeadLinks } from '../../parts/email-frame.tsx';

/** The width of each device, in CSS pixels. */
const devices = { phone: 390, tablet: 768, desktop: 1280 } as const;
export type Device = keyof typeof devices;

const pageNames: Readonly<Record<PreviewedPage, string>> = {
  [paths.home]: 'the home page',
  [paths.terms]: 'the terms',
  [paths.privacy]: 'the privacy page',
};

interface PreviewFrameProps {
  page: PreviewedPage;
  html: string;
  device: Device;
  scheme: 'light' | 'dark';
  /** The part to scroll to when it changes. */
  part?: ContentPart | null;
  /** Receives the part that was tapped. */
  onPick?: (part: ContentPart) => void;
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
    const inner = frame.current?.contentDocument ?? null;
    if (loads > 0 && inner !== null) showPage(inner, html, scheme);
  }, [html, loads, scheme]);
  useEffect(() => {
    const inner = frame.current?.contentDocument ?? null;
    if (loads > 0 && inner !== null && part) scrollToPart(inner, part);
  }, [loads, part]);
  useEffect(() => {
    const inner = frame.current?.contentDocument ?? null;
    if (loads === 0 || inner === null) return undefined;
    const act = (event: Event) => {
      const target = event.target as Element;
      // A link leads nowhere here.
      if (target.closest('a, button') !== null) event.preventDefault();
      pick.current(target);
    };
    setHeard(runsListeners(inner));
    inner.addEventListener('click', act);
    return () => inner.removeEventListener('click', act);
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

/** Where each part is on its page; the first that matches. */
const places: Partial<Readonly<Record<ContentPart, string>>> = {
  site: 'header, footer',
  hero: '.hero-words, .hero-figure',
  profile: '#tutor',
  reasons: '#lessons',
  testimonials: '#reviews',
  faq: '#questions',
  contact: '#contact ul.figures',
  registration: '#contact',
  seller: 'article > header',
};

/** The part that this element of a page belongs to; null for none. */
function partAt(element: Element, page: PreviewedPage): ContentPart | null {
  const match = Object.entries(places).find(([, selector]) => element.closest(selector) !== null);
  // The table guarantees that its keys are parts.
  if (match !== undefined) return match[0] as ContentPart;
  if (page === paths.terms) return 'terms';
  return page === paths.privacy ? 'privacy' : null;
}

function scrollToPart(page: Document, part: ContentPart): void {
  const selector = places[part];
  const element = selector === undefined ? null : page.querySelector(selector);
  const top = element?.getBoundingClientRect().top ?? 0;
  const { defaultView: view } = page;
  view?.scrollBy({ top: part === 'site' ? -view.scrollY : top, behavior: 'instant' });
}

/** The class of what is hidden where no script runs. */
const SCRIPTED = 'noscript:hidden';

/** Shows other words without loading the page again, which would begin at its top. */
function showPage(page: Document, html: string, scheme: 'light' | 'dark'): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  // As with scripts, which the frame does not run.
  for (const words of next.querySelectorAll('noscript')) words.remove();
  for (const part of next.querySelectorAll(`.${CSS.escape(SCRIPTED)}`))
    part.classList.remove(SCRIPTED);
  const { defaultView: view, documentElement: root } = page;
  const before = { top: view?.scrollY ?? 0, left: 0 };
  const opened = [...page.querySelectorAll('details')].map(({ open }) => open);
  for (const { name, value } of next.documentElement.attributes) root.setAttribute(name, value);
  page.body.replaceWith(page.adoptNode(next.body));
  for (const [index, details] of page.querySelectorAll('details').entries())
    details.open = opened[index] ?? false;
  setScheme(page, scheme);
  view?.scrollTo({ ...before, behavior: 'instant' });
}

const SCHEME = /\(prefers-color-scheme:\s*(light|dark)\)/;
/** The scheme that a rule was written for, which changing the rule hides. */
const written = new WeakMap<CSSMediaRule, string>();

/** Not every browser takes the scheme from the frame's element. */
function setScheme(page: Document, scheme: 'light' | 'dark'): void {
  page.documentElement.style.colorScheme = scheme;
  for (const rule of [...page.styleSheets].flatMap(({ cssRules }) => mediaRulesIn(cssRules))) {
    const wantedScheme = written.get(rule) ?? SCHEME.exec(rule.media.mediaText)?.[1];
    if (wantedScheme === undefined) continue;
    written.set(rule, wantedScheme);
    rule.media.mediaText = wantedScheme === scheme ? 'all' : 'not all';
  }
}

// The frame has classes of its own.
const isMediaRule = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule && 'cssRules' in rule;

const mediaRulesIn = (rules: CSSRuleList): CSSMediaRule[] =>
  [...rules].flatMap((rule) => [
    ...(isMediaRule(rule) ? [rule] : []),
    ...('cssRules' in rule ? mediaRulesIn((rule as CSSGroupingRule).cssRules) : []),
  ]);

interface PreviewTapsProps {
  frame: RefObject<HTMLIFrameElement | null>;
  /** How large the frame's page is shown. */
  scale: number;
  /** The element of the frame's page that was tapped. */
  onTap: (element: Element) => void;
}

/**
 * <PreviewTaps>: lies over a frame that has no scripts, where such a frame runs no listener either
 * (WebKit). It takes the taps, and scrolls for the frame.
 */
function PreviewTaps({ frame, scale, onTap }: PreviewTapsProps) {
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
function runsListeners(page: Document): boolean {
  let isCalled = false;
  const answer = () => {
    isCalled = true;
  };
  page.addEventListener('probe', answer);
  page.dispatchEvent(new Event('probe'));
  page.removeEventListener('probe', answer);
  return isCalled;
}
