// The colours and fonts of emails: those of the site, light and dark.
import { createElement as h, type CSSProperties, type ReactNode } from 'react';

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

export const SERIF = 'Georgia, Times New Roman, serif';
export const SANS = 'Verdana, Geneva, Arial, sans-serif';

/** The number of steps between the sheet colour and the signal colour. */
export const SHADES = 8;

function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${mixed.join('')}`;
}

export const shade = (of: typeof light | typeof dark, level: number) =>
  mix(of.sheet, of.signal, level / SHADES);

/** Colours that replace the inline ones in a mail program with a dark theme. */
const darkRules = [
  ['paper', `background-color:${dark.paper}`],
  ['sheet', `background-color:${dark.sheet};border-color:${dark.line}`],
  ['ink', `color:${dark.ink}`],
  ['pencil', `color:${dark.pencil};border-color:${dark.line}`],
  ['link', `color:${dark.signal}`],
  ['was', `border-color:${dark.line}`],
  ['now', `border-color:${dark.signal}`],
  ['button', `background-color:${dark.signal};border-color:${dark.signal}`],
  ['on', `color:${dark.onSignal}`],
  ...Array.from({ length: SHADES + 1 }, (_, level) => [
    `f${level}`,
    `background-color:${shade(dark, level)}`,
  ]),
].map(([name, rule]) => `.${name}{${rule?.replaceAll(';', ' !important;')} !important}`);

export const STYLES = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  `@media (prefers-color-scheme:dark){${darkRules.join('')}}`,
  '@media (max-width:480px){.pad{padding-left:20px !important;padding-right:20px !important}}',
].join('');

export const text: CSSProperties = {
  fontFamily: SANS,
  fontSize: 16,
  lineHeight: '26px',
  color: light.ink,
};
export const link: CSSProperties = { color: light.signal };

/** A layout table, which screen readers do not announce. */
export const table = (style: CSSProperties, rows: ReactNode, more: object = {}) =>
  h(
    'table',
    {
      role: 'presentation',
      width: '100%',
      cellPadding: 0,
      cellSpacing: 0,
      border: 0,
      style,
      ...more,
    },
    h('tbody', null, rows),
  );
