// What happens inside the preview's frame: new words, the chosen colours, and which part is where.
import { paths } from '../../../domain/paths.ts';
import type { ContentPart } from '../../../domain/site/content.ts';
import type { WordPage } from '../../../domain/site/site.ts';

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
export function partAt(element: Element, page: WordPage): ContentPart | null {
  const found = Object.entries(places).find(([, selector]) => element.closest(selector) !== null);
  // The table guarantees that its keys are parts.
  if (found !== undefined) return found[0] as ContentPart;
  if (page === paths.terms) return 'terms';
  return page === paths.privacy ? 'privacy' : null;
}

export function scrollToPart(page: Document, part: ContentPart): void {
  const selector = places[part];
  const element = selector === undefined ? null : page.querySelector(selector);
  const top = element?.getBoundingClientRect().top ?? 0;
  const { defaultView: view } = page;
  view?.scrollBy({ top: part === 'site' ? -view.scrollY : top, behavior: 'instant' });
}

/** Shows other words without loading the page again, which would begin at its top. */
export function showPage(page: Document, html: string, scheme: 'light' | 'dark'): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
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
    const wanted = written.get(rule) ?? SCHEME.exec(rule.media.mediaText)?.[1];
    if (wanted === undefined) continue;
    written.set(rule, wanted);
    rule.media.mediaText = wanted === scheme ? 'all' : 'not all';
  }
}

// The frame has classes of its own.
const isMediaRule = (rule: CSSRule): rule is CSSMediaRule => 'media' in rule && 'cssRules' in rule;

const mediaRulesIn = (rules: CSSRuleList): CSSMediaRule[] =>
  [...rules].flatMap((rule) => [
    ...(isMediaRule(rule) ? [rule] : []),
    ...('cssRules' in rule ? mediaRulesIn((rule as CSSGroupingRule).cssRules) : []),
  ]);
