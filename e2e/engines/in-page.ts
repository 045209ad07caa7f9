// What runs within each document of an engine: it records what must not happen, and finds elements
// by role, label and text. A function here is sent as text, so it refers to nothing outside itself.

/** A string is the whole text; a pattern may be a part of it. */
type Words = string | { readonly pattern: string };

export interface Query {
  /** 'field' is any input with a label, 'text' the innermost element with this text. */
  readonly role: keyof typeof selectors | 'text';
  readonly name?: Words;
  /** Only within the first element of this query. */
  readonly within?: Query;
}

declare global {
  interface Window {
    readonly findAll: (query: Query) => HTMLElement[];
    /** What has happened since the last call that must not. */
    readonly takeFaults: () => string[];
  }
}

const selectors = {
  alertdialog: '[role=alertdialog]',
  button: 'button, [role=button], summary',
  dialog: '[role=dialog], [role=alertdialog]',
  field: 'input:not([type=radio], [type=checkbox]), select, textarea, [role=combobox]',
  file: 'input[type=file]',
  form: 'form',
  frame: 'iframe',
  heading: 'h1, h2, h3, h4',
  image: 'img, [role=img]',
  link: 'a[href]',
  listitem: 'li',
  math: 'math',
  radio: 'input[type=radio], input[type=checkbox], [role=radio]',
  region: 'section, [role=region], main',
  slider: 'input[type=range], [role=slider]',
  status: 'output, [role=status]',
  switch: '[role=switch]',
  tab: '[role=tab]',
} as const;

/**
 * The script for the start of each document. `lacking`: what these engines have and the oldest
 * supported browsers do not, as 'Array.toSorted'.
 */
export const startScript = (lacking: readonly string[]) =>
  `(${forget.toString()})(${JSON.stringify(lacking)}); (${recordFaults.toString()})(); (${defineSearch.toString()})(${JSON.stringify(selectors)});`;

function forget(names: string[]): void {
  for (const name of names) {
    const [owner = '', member = ''] = name.split('.');
    const type: unknown = Reflect.get(globalThis, owner);
    if (typeof type !== 'function' && typeof type !== 'object') continue;
    if (type === null) continue;
    Reflect.deleteProperty(type, member);
    const own: unknown = Reflect.get(type, 'prototype');
    if (typeof own === 'object' && own !== null) Reflect.deleteProperty(own, member);
  }
}

function recordFaults(): void {
  const KEY = 'faults-of-this-page';
  const read = () => JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
  // Some documents, such as about:blank, have no storage.
  if (!location.protocol.startsWith('http')) return;
  const record = (fault: string) => {
    const where = `${location.pathname}: `;
    sessionStorage.setItem(KEY, JSON.stringify([...read(), where + fault.slice(0, 400)]));
  };
  const takeFaults = () => {
    const faults = read();
    sessionStorage.removeItem(KEY);
    return faults;
  };
  Object.assign(window, { takeFaults });
  for (const level of ['error', 'warn'] as const) {
    const print = console[level];
    console[level] = (...values: unknown[]) => {
      record(`console.${level}: ${values.map(String).join(' ')}`);
      print.apply(console, values);
    };
  }
  const onError = (event: Event) => {
    const { target } = event;
    if (event instanceof ErrorEvent) record(`error: ${event.message}`);
    else if (target instanceof Element) {
      // Firefox fires it for a preload of a module that the page has already, and for a prefetch
      // that leaving the page cuts off.
      if (target.matches('link[rel=modulepreload], link[rel=prefetch]')) return;
      record(`not loaded: ${target.outerHTML}`);
    }
  };
  window.addEventListener('error', onError, true);
  window.addEventListener('unhandledrejection', ({ reason }) => {
    record(`rejection: ${String(reason)}`);
  });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    record(`policy: ${effectiveDirective} forbids ${blockedURI}`);
  });
  // A message of a failure goes away by itself, and so does one that a newer message replaces.
  const seen = new WeakSet<Element>();
  const look = () => {
    for (const alert of document.querySelectorAll('[data-messages] [role=alert]')) {
      if (!seen.has(alert)) record(`message: ${alert.textContent}`);
      seen.add(alert);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

function defineSearch(all: Readonly<Record<string, string>>): void {
  const normal = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const textOf = (element: Element | null) => {
    if (element === null) return '';
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('[aria-hidden=true], script, style'))
      hidden.remove();
    return normal(copy.textContent);
  };
  const nameOf = (element: HTMLElement) => {
    const ids = element.getAttribute('aria-labelledby')?.split(' ');
    if (ids !== undefined)
      return normal(ids.map((id) => textOf(document.getElementById(id))).join(' '));
    const label = element.getAttribute('aria-label') ?? element.getAttribute('title');
    if (label !== null) return normal(label);
    if (element.matches('input, select, textarea')) {
      const { labels } = element as HTMLInputElement;
      return normal([...(labels ?? [])].map(textOf).join(' '));
    }
    return element.matches('img') ? normal(element.getAttribute('alt')) : textOf(element);
  };
  const isSaid = (words: Words | undefined, text: string) => {
    if (words === undefined) return true;
    return typeof words === 'string' ? text === words : new RegExp(words.pattern).test(text);
  };
  const isShown = (element: HTMLElement) =>
    element.matches('input[type=file], input[type=radio]') ||
    (element.getClientRects().length > 0 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest('[aria-hidden=true], [inert]') === null);
  const findAll = ({ role, name, within }: Query): HTMLElement[] => {
    const scope = within === undefined ? document : findAll(within)[0];
    if (scope === undefined) return [];
    const visible = [...scope.querySelectorAll<HTMLElement>(all[role] ?? '*')].filter(isShown);
    if (role !== 'text') return visible.filter((element) => isSaid(name, nameOf(element)));
    const matching = visible.filter((element) => isSaid(name, textOf(element)));
    return matching.filter(
      (element) => !matching.some((other) => other !== element && element.contains(other)),
    );
  };
  Object.assign(window, { findAll });
}
