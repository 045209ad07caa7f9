// Says which typed characters a rendered text does not show, for the question editor.
import { ESCAPABLE } from './marks.ts';

const MAX_QUOTED = 20;

/**
 * Compares a typed text with its HTML, both with placeholders for formulas. Marks of emphasis, code
 * and lists may be missing. Null when everything else shows as typed.
 */
export function findUnshown(typed: string, html: string): string | null {
  const given = [...typed.matchAll(/\S/gu)];
  const shown = [...readShown(html).matchAll(/\S/gu)].map(([sign]) => sign);
  let next = 0;
  for (const [index, { 0: sign, index: place }] of given.entries()) {
    const isBullet = shown[next] === BULLET && /[-+*]/.test(sign);
    if (shown[next] === sign || isBullet) {
      next += 1;
      continue;
    }
    const follower = given[index + 1]?.[0] ?? ' ';
    const isMark = /[*`]/.test(sign) || (sign === '\\' && ESCAPABLE.includes(follower));
    if (isMark) continue;
    const [quoted = sign] = /^\S+/.exec(typed.slice(place)) ?? [];
    return `"${quoted.slice(0, MAX_QUOTED)}" is not shown as you typed it. Look at the preview.`;
  }
  return null;
}

const BULLET = '\uE00F';
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** The text of the HTML, with the numbers and bullets of its lists. */
function readShown(html: string): string {
  const lists: (number | null)[] = [];
  const text = html.replace(/<(\/?[a-z]+)(?: start="(\d+)")?[^>]*>/g, (_, tag: string, start) => {
    if (tag === 'ol') lists.push(Number(start ?? 1));
    if (tag === 'ul') lists.push(null);
    if (tag === '/ol' || tag === '/ul') lists.pop();
    if (tag !== 'li') return '';
    const number = lists.at(-1) ?? null;
    if (number === null) return BULLET;
    lists[lists.length - 1] = number + 1;
    return `${number}.`;
  });
  return text.replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}
