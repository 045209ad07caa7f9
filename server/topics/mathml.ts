// MathML as a tree: what Temml's markup says, which the steps of drawing change.

export interface MathElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly MathNode[];
}
/** An element, or text as it stands in markup, with its entities. */
export type MathNode = MathElement | string;

export const element = (
  name: string,
  children: readonly MathNode[],
  attributes: Readonly<Record<string, string>> = {},
): MathElement => ({ name, attributes, children });

const TOKEN = /<(\/?)([a-z]+)((?: [a-z-]+="[^"]*")*)>|[^<]+/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;

/** Reads markup of Temml, which closes every element that it opens. */
export function readMathml(markup: string): MathElement {
  const root: { children: MathNode[] } = { children: [] };
  const open = [root];
  for (const [token, slash, name, attributes = ''] of markup.matchAll(TOKEN)) {
    if (slash === '/') open.pop();
    else if (name === undefined) open.at(-1)?.children.push(token);
    else {
      const opened = { name, attributes: attributesIn(attributes), children: [] };
      open.at(-1)?.children.push(opened);
      open.push(opened);
    }
  }
  const [math] = root.children;
  if (!isElement(math)) throw new TypeError('Temml has written no MathML.');
  return math;
}

const attributesIn = (markup: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...markup.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value] as const),
  );

export function writeMathml(node: MathNode): string {
  if (typeof node === 'string') return node;
  const attributes = Object.entries(node.attributes).map(([key, value]) => ` ${key}="${value}"`);
  return `<${node.name}${attributes.join('')}>${node.children.map(writeMathml).join('')}</${node.name}>`;
}

export const isElement = (node: MathNode | undefined): node is MathElement =>
  typeof node === 'object';

export const isNamed = <Name extends string>(
  node: MathNode | undefined,
  ...names: Name[]
): node is MathElement & { readonly name: Name } =>
  isElement(node) && names.some((name) => name === node.name);

/** `<mrow></mrow>`, which Temml writes where there is nothing. */
export const isEmpty = (node: MathNode | undefined): boolean =>
  isNamed(node, 'mrow', 'mphantom') && node.children.every(isEmpty);

export const textOf = (node: MathNode): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

export const classesOf = ({ attributes }: MathElement): readonly string[] =>
  (attributes['class'] ?? '').split(' ').filter((name) => name !== '');

export function withClasses(node: MathElement, classes: string[]): MathElement {
  const { class: _, ...attributes } = node.attributes;
  return classes.length === 0
    ? { ...node, attributes }
    : { ...node, attributes: { ...attributes, class: classes.join(' ') } };
}

/** Applies a step to every element, innermost first. */
export const mapMathml = (
  node: MathElement,
  step: (node: MathElement) => MathElement,
): MathElement =>
  step({
    ...node,
    children: node.children.map((child) =>
      typeof child === 'string' ? child : mapMathml(child, step),
    ),
  });
