// Finds in a built script or style what the oldest supported browsers lack.
import { parseSync } from 'vite';

import type { Newer } from './newer.ts';

/** The names of what this script uses and older browsers lack: 'toSorted', 'URL.canParse'. */
export function newerInScript(code: string, { owned, members }: Newer): Set<string> {
  const features = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (typeof node !== 'object' || node === null) return;
    const { type, object, property, computed, regex } = node as Partial<Node>;
    if (type === 'MemberExpression' && computed === false && property?.name !== undefined) {
      const called = `${object?.name}.${property.name}`;
      if (owned.has(called)) features.add(called);
      else if (members.has(property.name)) features.add(property.name);
    }
    if (regex?.flags.includes('v') === true) features.add('/v');
    if (regex !== undefined && regex !== null && /\(\?[ims]*-?[ims]+:/.test(regex.pattern))
      features.add('(?i:)');
    for (const value of Object.values(node)) visit(value);
  };
  visit(parseSync('built.js', code).program.body);
  return features;
}

interface Node {
  readonly type: string;
  readonly object: { readonly name?: string } | null;
  readonly property: { readonly name?: string } | null;
  readonly computed: boolean;
  readonly regex: { readonly flags: string; readonly pattern: string } | null;
}

/** Parts of CSS that came after the oldest browsers and that the bundler does not write anew. */
const newerStyles: Readonly<Record<string, RegExp>> = {
  ':has()': /:has\(/,
  ':dir()': /:dir\(/,
  ':open': /:open\b/,
  ':popover-open': /:popover-open/,
  ':user-invalid': /:user-(?:in)?valid/,
  ':nth-child(of)': /:nth-(?:last-)?child\([^)]* of /,
  '::details-content': /::details-content/,
  '@property': /@property/,
  '@scope': /@scope/,
  '@starting-style': /@starting-style/,
  '@view-transition': /@view-transition/,
  '@container style()': /@container[^{]*style\(/,
  nesting: /[{;}]\s*&/,
  'anchor positioning': /(?:anchor-name|position-anchor|position-area)\s*:/,
  'animation-timeline': /(?:animation|scroll|view)-timeline/,
  'calc-size()': /calc-size\(|interpolate-size/,
  'color-mix()': /color-mix\(/,
  'content-visibility': /content-visibility/,
  'field-sizing': /field-sizing/,
  'light-dark()': /light-dark\(/,
  'linear()': /[\s:,]linear\((?!\s*(?:to|in|from))/,
  'math-depth': /math-(?:depth|shift|style)/,
  'relative colours': /(?:rgb|hsl|oklch|oklab|lab|lch)\(from /,
  'round()': /[\s:(,](?:round|mod|rem|abs|sign)\(/,
  scripting: /\(scripting/,
  'scrollbar-color': /scrollbar-(?:color|gutter|width)/,
  subgrid: /subgrid/,
  'text-box': /text-box/,
  'text-wrap': /text-wrap(?:-style)?:/,
  'transition-behavior': /transition-behavior|allow-discrete/,
};

export const newerInStyle = (code: string): Set<string> =>
  new Set(Object.entries(newerStyles).flatMap(([name, part]) => (part.test(code) ? name : [])));
