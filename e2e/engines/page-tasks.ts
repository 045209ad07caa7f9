// What a screen asks of a page. Each function is sent as text, so it refers to nothing outside
// itself.
import type { Point } from './engine.ts';
import type { Query } from './in-page.ts';

/** A field that is sr-only is pressed by its label. */
export async function middleOf(query: Query): Promise<Point | null> {
  const element = window.findAll(query)[0];
  if (element === undefined || element.matches(':disabled, [aria-disabled=true]')) return null;
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  for (const target of [element, ...labels]) {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    const before = target.getClientRects()[0];
    // What still moves would not be hit.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const after = target.getClientRects()[0];
    if (after === undefined || before?.x !== after.x || before.y !== after.y) continue;
    const x = after.x + after.width / 2;
    const y = after.y + after.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (hit !== null && target.contains(hit)) return { x, y };
  }
  return null;
}

/** The frame may be scaled, and scroll by itself at first. */
export async function middleWithin(one: { frame: Query; selector: string }): Promise<Point | null> {
  const frame = window.findAll(one.frame)[0] as HTMLIFrameElement | undefined;
  const element = frame?.contentDocument?.querySelector(one.selector);
  if (frame === undefined || !element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const before = element.getBoundingClientRect();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const { x, y, width, height } = element.getBoundingClientRect();
  if (before.y !== y) return null;
  const outer = frame.getBoundingClientRect();
  const scale = outer.width / frame.clientWidth;
  return { x: outer.x + (x + width / 2) * scale, y: outer.y + (y + height / 2) * scale };
}

/** The sentences in which a punctuation mark starts a line. */
export function loneMarks(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lone: string[] = [];
  while (texts.nextNode() !== null) {
    const words = texts.currentNode as Text;
    const before = words.previousSibling;
    if (!/^[.,;:!?)]/.test(words.data) || !(before instanceof Element)) continue;
    const mark = document.createRange();
    mark.setStart(words, 0);
    mark.setEnd(words, 1);
    const last = [...before.getClientRects()].at(-1);
    const { top, height } = mark.getBoundingClientRect();
    if (last !== undefined && height > 0 && top >= last.bottom)
      lone.push(words.parentElement?.textContent ?? '');
  }
  return lone;
}

/** Returns whether the value is still to be typed over what is selected. */
export function setValue({ field, value }: { field: Query; value: string }): boolean {
  const found = window.findAll(field)[0];
  if (found instanceof HTMLTextAreaElement) found.select();
  if (found instanceof HTMLInputElement && !['date', 'time'].includes(found.type)) found.select();
  else if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) {
    const options = found instanceof HTMLSelectElement ? [...found.options] : [];
    const chosen = options.find(({ label }) => label === value)?.value ?? value;
    // React overrides the property of the element itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), 'value')?.set?.call(
      found,
      chosen,
    );
    for (const type of ['input', 'change']) found.dispatchEvent(new Event(type, { bubbles: true }));
    return false;
  }
  return true;
}
