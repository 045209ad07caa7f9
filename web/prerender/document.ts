// The HTML document around every page.

interface DocumentParts {
  /** Elements for the head: title, stylesheet, preloads, scripts. */
  readonly head: readonly string[];
  readonly body: string;
}

export function documentHtml({ head, body }: DocumentParts): string {
  return [
    '<!doctype html>',
    '<html lang="en-GB">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="theme-color" content="#f8f4ea" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#10172a" media="(prefers-color-scheme: dark)">',
    '<meta name="format-detection" content="telephone=no">',
    '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
    ...head,
    '</head>',
    `<body><div id="root">${body}</div></body>`,
    '</html>',
  ].join('\n');
}
