// <Document>: the HTML document around every page.
import type { ReactNode } from 'react';

import { type Accent, DEFAULT_ACCENT } from '../../domain/site/accent.ts';

interface DocumentProps {
  readonly accent: Accent;
  /** Elements for the head: title, stylesheet, preloads, scripts. */
  readonly head: ReactNode;
  /** Shown until the script takes over, or HTML to hydrate as it is. */
  readonly body: ReactNode | { readonly html: string };
}

const isHtml = (body: DocumentProps['body']): body is { readonly html: string } =>
  typeof body === 'object' && body !== null && 'html' in body;

export function Document({ accent, head, body }: DocumentProps) {
  return (
    <html lang="en-GB" {...(accent === DEFAULT_ACCENT ? {} : { 'data-accent': accent })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f8f4ea" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10172a" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {head}
      </head>
      <body>
        {isHtml(body) ? (
          // Rendered separately by React, because its ids depend on the root of the rendering.
          // oxlint-disable-next-line react/no-danger
          <div id="root" dangerouslySetInnerHTML={{ __html: body.html }} />
        ) : (
          <div id="root">{body}</div>
        )}
      </body>
    </html>
  );
}
