// Replaces a page that broke, so that the person sees a way out instead of an empty page.
// <ReadyMark>: marks that React owns the page.
import { useEffect, useRef, type ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-header.tsx';

export interface CrashPageProps {
  /** Whether the page's own code failed or one of its scripts could not be loaded. */
  cause: 'broken' | 'missing';
  /** Links and buttons that lead away from the page. */
  actions: ReactNode;
}

const explanations = {
  broken: 'This page met an error that it could not recover from.',
  missing: 'A part of this page could not be loaded. Check your connection, then reload the page.',
} as const;

export function CrashPage({ cause, actions }: CrashPageProps) {
  const main = useRef<HTMLElement>(null);
  // The focused element disappeared together with the broken page.
  useEffect(() => main.current?.focus(), []);
  return (
    <main ref={main} tabIndex={-1} className="squared grid min-h-dvh place-items-center p-4">
      <PageTitle>Something went wrong</PageTitle>
      <div
        className="w-full max-w-xl rounded-md border border-line bg-sheet p-5 sheet-shadow sm:p-7"
        role="alert"
      >
        <h1 className="text-title">Something went wrong</h1>
        <p className="mt-3 text-pencil">
          {explanations[cause]} Nothing that you had saved is lost.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">{actions}</div>
      </div>
    </main>
  );
}

export function GeneralCrashPage({ cause }: Pick<CrashPageProps, 'cause'>) {
  return (
    <CrashPage
      cause={cause}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>Reload Page</Button>
          <Button variant="secondary" onClick={() => window.location.assign(paths.home)}>
            Go Home
          </Button>
        </>
      }
    />
  );
}

/**
 * Rendered beside a page inside its Suspense boundary, so that its effect runs once the page itself
 * is interactive.
 */
export function ReadyMark() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
    // early-script.ts then replays a form that was submitted too early.
    window.dispatchEvent(new Event('app-ready'));
  }, []);
  return null;
}
