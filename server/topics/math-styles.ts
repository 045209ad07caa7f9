// What Temml draws by `style`, which the content security policy forbids, as classes of
// web/styles/rendered.css. What has no class cannot be drawn and is refused.
import { classesOf, type MathElement, withClasses } from './mathml.ts';

/** The formula needs what no class draws. */
export class Undrawable extends Error {}

const SIDES = 'top|bottom|left|right';

/** Names of classes, by declaration. */
const CLASSES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^border-(${SIDES}):0\\.06em solid ?$`), 'line-$1'],
  [new RegExp(`^border-(${SIDES}):0\\.06em dashed ?$`), 'dashes-$1'],
  [new RegExp(`^border-(${SIDES}):0\\.15em double$`), 'lines-$1'],
  [/^font-weight:bold$/, 'bold'],
  [/^font-style:italic$/, 'italic'],
  [/^padding-left:1em$/, 'apart'],
  [/^display:flex$/, 'centred'],
];

/**
 * What is in the stylesheet for every element of its kind, belongs to a class above, or is only a
 * negative space.
 */
const NEEDLESS = new RegExp(
  '^(?:padding(?:-(?:left|right|top|bottom))?|margin-left:-|math-depth:|height:1em$|font-family:' +
    '|justify-content:center$|text-align:left$|display:block math$|width:)',
);

/** The attributes that browsers may see. */
export const MATH_ATTRIBUTES = [
  'accent',
  'class',
  'columnalign',
  'columnspacing',
  'depth',
  'display',
  'displaystyle',
  'fence',
  'form',
  'height',
  'largeop',
  'linebreak',
  'linethickness',
  'lspace',
  'mathsize',
  'mathvariant',
  'maxsize',
  'minsize',
  'movablelimits',
  'rowspacing',
  'rspace',
  'scriptlevel',
  'separator',
  'stretchy',
  'symmetric',
  'voffset',
  'width',
];

/** Temml's classes for shifts of accents in one browser, for which the stylesheet has one rule. */
const ONE_BROWSER = /^(?:chr|wbk|ff)-/;

/** Puts classes in the place of styles. Throws Undrawable. */
export function classStyles(node: MathElement): MathElement {
  const { style = '', mathbackground, ...attributes } = node.attributes;
  const declarations = style
    .replaceAll(': ', ':')
    .split(';')
    .filter((declaration) => declaration !== '');
  const classes = [
    ...classesOf(node).filter((name) => !ONE_BROWSER.test(name)),
    ...declarations.flatMap(classFor),
    ...(mathbackground === 'black' ? ['filled'] : []),
  ];
  const isColoured = mathbackground !== undefined && mathbackground !== 'black';
  if (isColoured || Object.keys(attributes).some((name) => !MATH_ATTRIBUTES.includes(name)))
    throw new Undrawable();
  return withClasses({ ...node, attributes }, classes);
}

function classFor(declaration: string): string[] {
  const entry = CLASSES.find(([pattern]) => pattern.test(declaration));
  if (entry !== undefined) return [declaration.replace(...entry)];
  if (NEEDLESS.test(declaration)) return [];
  throw new Undrawable();
}
