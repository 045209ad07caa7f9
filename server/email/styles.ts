// The colours, fonts and styles of emails: those of the site, light and dark.
import type { CSSProperties } from 'react';

import { intensity } from '../../domain/lessons/two-slits.ts';

export const light = {
  paper: '#f8f4ea',
  sheet: '#fffdf8',
  ink: '#16213a',
  pencil: '#414b63',
  line: '#ddd6c4',
  signal: '#92240a',
  onSignal: '#fffdf8',
} as const;
const dark: Readonly<Record<keyof typeof light, string>> = {
  paper: '#10172a',
  sheet: '#182138',
  ink: '#f3eee0',
  pencil: '#c3c8d6',
  line: '#2d3856',
  signal: '#ff9a70',
  onSignal: '#2a0d02',
};

const SERIF = 'Georgia, Times New Roman, serif';
const SANS = 'Verdana, Geneva, Arial, sans-serif';

export const SHEET_WIDTH = 600;

const text = { fontFamily: SANS, fontSize: 16, lineHeight: '26px', color: light.ink };
const beside = {
  ...text,
  lineHeight: '22px',
  margin: '0 0 4px',
  overflowWrap: 'anywhere',
} as const;
const label = {
  display: 'inline-block',
  fontFamily: SANS,
  fontSize: 16,
  lineHeight: '20px',
  fontWeight: 700,
  textDecoration: 'none',
} as const;
const factCell = {
  ...text,
  lineHeight: '22px',
  padding: '7px 0',
  borderBottom: `1px solid ${light.line}`,
};
const dateCell = { padding: '2px 0 10px 14px' };
const day = {
  ...beside,
  fontSize: 14,
  fontWeight: 700,
  letterSpacing: 1,
  textTransform: 'uppercase',
} as const;
const hours = {
  ...beside,
  fontFamily: SERIF,
  fontSize: 21,
  lineHeight: '28px',
  fontWeight: 700,
} as const;
/** Mail programs based on a word processor apply the padding of the cell and not of the link. */
const wordPadding = { msoPaddingAlt: '14px 24px' };
const secondPadding = { msoPaddingAlt: '12px 20px' };

/** The inline styles, by what they are for. A page that shows an email allows exactly these. */
export const styles = {
  page: { margin: 0, padding: 0, backgroundColor: light.paper },
  preview: {
    display: 'none',
    overflow: 'hidden',
    maxHeight: 0,
    maxWidth: 0,
    opacity: 0,
    // SpamAssassin 4.0.1 gives a point to text of 1 px, hidden or not (FONT_INVIS_MSGID).
    fontSize: 2,
    lineHeight: '2px',
  },
  paper: { backgroundColor: light.paper },
  margins: { padding: '24px 8px' },
  sheet: {
    width: '100%',
    maxWidth: SHEET_WIDTH,
    backgroundColor: light.sheet,
    border: `1px solid ${light.line}`,
    borderRadius: 5,
  },
  fringes: { tableLayout: 'fixed' },
  words: { padding: '24px 36px 32px' },
  business: { ...text, fontFamily: SERIF, fontSize: 17, color: light.pencil, margin: '0 0 20px' },
  headline: {
    ...text,
    fontFamily: SERIF,
    fontSize: 25,
    lineHeight: '32px',
    fontWeight: 700,
    margin: '0 0 20px',
    overflowWrap: 'anywhere',
  },
  paragraph: { ...text, margin: '0 0 16px' },
  link: { color: light.signal, overflowWrap: 'anywhere' },
  action: { margin: '24px 0' },
  button: { backgroundColor: light.signal, borderRadius: 5, ...wordPadding },
  label: { ...label, padding: '14px 24px', color: light.onSignal },
  second: { border: `2px solid ${light.signal}`, borderRadius: 5, ...secondPadding },
  secondLabel: { ...label, padding: '12px 20px', color: light.signal },
  dates: { margin: '0 0 20px' },
  date: { ...dateCell, borderLeft: `4px solid ${light.signal}` },
  cancelledDate: { ...dateCell, borderLeft: `4px solid ${light.line}` },
  day: { ...day, color: light.signal },
  cancelledDay: { ...day, color: light.pencil },
  hours,
  cancelledHours: { ...hours, color: light.pencil, textDecoration: 'line-through' },
  dateName: beside,
  cancelledName: { ...beside, color: light.pencil },
  subheading: {
    ...text,
    fontFamily: SERIF,
    fontSize: 20,
    fontWeight: 700,
    margin: '24px 0 8px',
    overflowWrap: 'anywhere',
  },
  listTitle: { ...text, fontWeight: 700, margin: '0 0 4px' },
  list: { margin: '0 0 16px' },
  tick: { ...text, color: light.pencil },
  listItem: { ...text, overflowWrap: 'anywhere' },
  facts: { margin: '0 0 16px', borderCollapse: 'collapse' },
  factLabel: { ...factCell, padding: '7px 16px 7px 0', color: light.pencil },
  fact: { ...factCell, overflowWrap: 'anywhere' },
  total: { ...factCell, fontWeight: 700, overflowWrap: 'anywhere' },
  small: { ...text, fontSize: 14, lineHeight: '22px', color: light.pencil, margin: '0 0 16px' },
  smallSigns: { fontSize: '75%', lineHeight: 0 },
  signature: {
    ...text,
    fontFamily: SERIF,
    fontSize: 20,
    margin: '24px 0 20px',
    overflowWrap: 'anywhere',
  },
  comparison: { tableLayout: 'fixed', margin: '0 0 20px' },
  before: { borderTop: `3px solid ${light.line}`, padding: '10px 12px 0 0' },
  beforeHeading: { ...beside, fontSize: 13, color: light.pencil },
  beforeLine: { ...beside, fontSize: 15, color: light.pencil },
  after: { borderTop: `3px solid ${light.signal}`, padding: '10px 12px 0 0' },
  afterHeading: { ...beside, fontSize: 13 },
  afterLine: { ...beside, fontSize: 15 },
  changedLine: { ...beside, fontSize: 15, fontWeight: 700 },
  foot: {
    ...text,
    fontSize: 14,
    lineHeight: '22px',
    color: light.pencil,
    margin: 0,
    paddingTop: 20,
    borderTop: `1px solid ${light.line}`,
  },
  siteLink: { color: light.signal },
} as const satisfies Readonly<Record<string, CSSProperties>>;

/** The number of bands in the interference fringes at the top. */
const BANDS = 49;
const SLITS = { wavelength: 1, separation: 3 };
/** The number of steps between the sheet colour and the signal colour. */
const SHADES = 8;

function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

const shade = (of: typeof light | typeof dark, level: number) =>
  mix(of.sheet, of.signal, level / SHADES);

interface Band {
  /** The name of the rule that replaces the colour in the dark. */
  readonly className: string;
  readonly colour: string;
  readonly style: CSSProperties;
}

/** The interference fringes, from left to right. */
export const bands: readonly Band[] = Array.from({ length: BANDS }, (_, band) => {
  const level = Math.round(intensity(SLITS, (band / (BANDS - 1)) * 2 - 1) * SHADES);
  const colour = shade(light, level);
  return {
    className: `f${level}`,
    colour,
    style: { backgroundColor: colour, fontSize: 1, lineHeight: '6px' },
  };
});

/** Replaces the inline colours in a mail program with a dark theme, by class. */
const darkRules: Readonly<Record<string, readonly string[]>> = {
  paper: [`background-color:${dark.paper}`],
  sheet: [`background-color:${dark.sheet}`, `border-color:${dark.line}`],
  ink: [`color:${dark.ink}`],
  pencil: [`color:${dark.pencil}`, `border-color:${dark.line}`],
  link: [`color:${dark.signal}`],
  was: [`border-color:${dark.line}`],
  now: [`border-color:${dark.signal}`],
  button: [`background-color:${dark.signal}`, `border-color:${dark.signal}`],
  second: [`background-color:${dark.sheet}`, `border-color:${dark.signal}`],
  on: [`color:${dark.onSignal}`],
  ...Object.fromEntries(
    Array.from({ length: SHADES + 1 }, (_, level) => [
      `f${level}`,
      [`background-color:${shade(dark, level)}`],
    ]),
  ),
};

/** The text of the style element. */
export const STYLE_SHEET = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  ...Object.entries(darkRules).map(
    ([name, colours]) => `.${name}{${colours.map((colour) => `${colour} !important`).join(';')}}`,
  ),
  '}',
  '@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}}',
].join('');
