// What the oldest supported browsers lack, from MDN's compatibility data: the names of functions
// and properties of JavaScript and of the web that came later.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import * as z from 'zod/mini';

import { oldest } from './oldest.ts';

const statementSchema = z.object({
  version_added: z.nullish(z.union([z.string(), z.boolean()])),
  version_removed: z.nullish(z.union([z.string(), z.boolean()])),
  prefix: z.optional(z.string()),
  alternative_name: z.optional(z.string()),
  partial_implementation: z.optional(z.boolean()),
  flags: z.optional(z.array(z.unknown())),
});
type Statement = z.infer<typeof statementSchema>;
const supportSchema = z.object({
  __compat: z.object({
    support: z.record(z.string(), z.union([statementSchema, z.array(statementSchema)])),
  }),
});

/**
 * The interfaces whose members the app calls on values of its own: other names mean other things.
 */
const INTERFACES =
  /^(?:AbortSignal|Blob|Clipboard|CSS|CSSStyleSheet|CustomElementRegistry|Document|DocumentFragment|Element|Event|EventSource|EventTarget|File|FormData|Headers|HTML\w*Element|Intl|IntersectionObserver|KeyboardEvent|Location|MediaQueryList|MutationObserver|Navigator|Node|Notification|Performance|PointerEvent|Range|Request|ResizeObserver|Response|Screen|Selection|ShadowRoot|Storage|StyleSheet|SubmitEvent|SVG\w*Element|Text|URL|URLSearchParams|UserActivation|VisualViewport|Window|Worker)$/;

export interface Newer {
  /** 'URL.canParse', 'Array.toSorted': with the object that has it. */
  readonly owned: ReadonlySet<string>;
  /** Those of JavaScript itself. */
  readonly builtIns: readonly string[];
  /** 'toSorted': members that nothing older has. */
  readonly members: ReadonlySet<string>;
}

export function readNewer(): Newer {
  const file = fileURLToPath(import.meta.resolve('@mdn/browser-compat-data'));
  const data = z.parse(
    z.object({ api: z.looseObject({}), javascript: z.object({ builtins: z.looseObject({}) }) }),
    JSON.parse(readFileSync(file, 'utf8')),
  );
  const owned = new Set<string>();
  const newer = new Set<string>();
  const older = new Set<string>();
  const read = (owner: string, entry: object, isAsked: boolean) => {
    for (const [key, member] of Object.entries(entry) as [string, unknown][]) {
      const compat = supportSchema.safeParse(member);
      if (!compat.success) continue;
      const isNewer = Object.entries(oldest).some(
        ([browser, version]) => sinceOf(compat.data.__compat.support[browser]) > version,
      );
      const name = key.replace(/_static$/, '');
      if (isNewer) owned.add(`${owner}.${name}`);
      if (key.endsWith('_static')) continue;
      if (!isNewer) older.add(name);
      else if (isAsked) newer.add(name);
    }
  };
  for (const [owner, entry] of Object.entries(data.javascript.builtins) as [string, object][]) {
    read(owner, entry, owner !== 'Temporal');
    if (owner === 'Intl')
      for (const [inner, each] of Object.entries(entry) as [string, object][])
        read(inner, each, true);
  }
  const builtIns = [...owned];
  for (const [owner, entry] of Object.entries(data.api) as [string, object][])
    read(owner, entry, INTERFACES.test(owner));
  return { owned, builtIns, members: newer.difference(older) };
}

/** The first version with it, unprefixed and whole; never is infinite. */
function sinceOf(support: Statement | Statement[] | undefined): number {
  if (support === undefined) return 0;
  const versions = [support].flat().map((one) => {
    if (one.flags !== undefined || one.prefix !== undefined) return Infinity;
    if (one.alternative_name !== undefined || one.partial_implementation === true) return Infinity;
    if (one.version_removed !== undefined && one.version_removed !== null) return Infinity;
    const { version_added: added } = one;
    if (added === true) return 0;
    const version = typeof added === 'string' ? Number(added.replace('≤', '')) : Infinity;
    return Number.isNaN(version) ? Infinity : version;
  });
  return Math.min(...versions);
}
