// Renders the pages that are HTML from the start, and the shell of all others, while building.
import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';

import { LandingRoot } from './landing-root.tsx';
import NotFound from './pages/not-found.tsx';
import Privacy from './pages/privacy.tsx';
import { Shell } from './app/shell.tsx';

export interface Rendered {
  /** The <title>, <meta> and <link> elements that the page has declared. */
  readonly head: string;
  readonly body: string;
}

export function renderLanding(): Promise<Rendered> {
  return render(
    <StrictMode>
      <LandingRoot />
    </StrictMode>,
  );
}

/** Needs no script. */
export function renderPrivacy(): Promise<Rendered> {
  return render(<Privacy />);
}

/** Needs no script. */
export function renderNotFound(): Promise<Rendered> {
  return render(<NotFound />);
}

export function renderShell(): Promise<Rendered> {
  return render(<Shell />);
}

async function render(node: ReactNode): Promise<Rendered> {
  const { prelude } = await prerender(node, {
    // Everything in place: a chunk that is moved in later would need an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  const html = await new Response(prelude).text();
  // React puts what belongs in the head in front of the rest.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
