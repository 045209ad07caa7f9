// The colours of actions and marks that a tutor can choose: one for the light scheme and one for
// the dark. web/styles/base.css has them too, which a test compares.

export const accents = {
  brick: { light: '#92240a', dark: '#ff9a70' },
  forest: { light: '#1b5a33', dark: '#86d69f' },
  teal: { light: '#0b5560', dark: '#6fd3e0' },
  blue: { light: '#1c478f', dark: '#96bcff' },
  violet: { light: '#58359a', dark: '#c3a9ff' },
  plum: { light: '#86245f', dark: '#ff9ecb' },
} as const;
export type Accent = keyof typeof accents;

export const accentNames = ['brick', 'forest', 'teal', 'blue', 'violet', 'plum'] as const;
/** The one that the styles have without a choice. */
export const DEFAULT_ACCENT: Accent = 'brick';
