// The HTML document around every page.

/** A wave on ink, in the page itself: one request less. Search engines and older browsers ask for /favicon.ico. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="5" fill="#16213a"/><path d="M4 16c2-9 6-9 8 0s6 9 8 0 6-9 8 0" fill="none" stroke="#ff9a70" stroke-width="3" stroke-linecap="round"/></svg>';

interface DocumentParts {
  /** Elements for the head: title, stylesheet, preloads, scripts. */
  readonly head: string;
  readonly body: string;
  /** Whether `body` is the page itself, to be taken over, rather than a shell to be replaced. */
  readonly prerendered: boolean;
}

export function documentHtml({ head, body, prerendered }: DocumentParts): string {
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="theme-color" content="#f8f4ea" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#10172a" media="(prefers-color-scheme: dark)">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    `<link rel="icon" type="image/svg+xml" sizes="any" href="data:image/svg+xml,${encodeURIComponent(ICON)}">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    head,
    '</head>',
    `<body><div id="root"${prerendered ? ' data-prerendered' : ''}>${body}</div></body>`,
    '</html>',
  ].join('\n');
}
