// What is shown in place of a page that broke: a way out instead of an empty page.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** The page that says so; `actions` are the ways out. */
export function CrashPage({ actions }: { readonly actions: ReactNode }) {
  return (
    <main className="squared grid min-h-dvh place-items-center p-4">
      <PageTitle>Something went wrong</PageTitle>
      <div
        className="w-full max-w-lg rounded-md border border-line bg-sheet p-6 sheet-shadow sm:p-10"
        role="alert"
      >
        <h1 className="text-title">Something went wrong</h1>
        <p className="mt-3 text-pencil">
          This page met an error that it could not recover from. Nothing that you had saved is lost.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">{actions}</div>
      </div>
    </main>
  );
}

export function GeneralCrashPage() {
  return (
    <CrashPage
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
