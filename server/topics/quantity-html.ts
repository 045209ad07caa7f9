// The HTML of numbers and units.

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const raised = (power: string): string => `<sup>${power.replace('-', '−')}</sup>`;

/** 'm s^-1' and 'm s^{-1}' as 'm s<sup>−1</sup>'. */
export const unitHtml = (unit: string): string =>
  escapeHtml(unit).replace(/(?:\^|\*\*)? ?[({]? ?([-−]?\d+) ?[)}]?/g, (_, power: string) =>
    raised(power),
  );

/** A value as the tutor typed it: '3.0e8' as '3.0 × 10<sup>8</sup>', with its unit. */
export function valueHtml(value: string, unit: string): string {
  const number = escapeHtml(value)
    .replace(/^-/, '−')
    .replace(/ ?[eE]\+?(-?\d+)$/, (_, power: string) => ` × 10${raised(power)}`);
  return unit === '' ? number : `${number} ${unitHtml(unit)}`;
}
