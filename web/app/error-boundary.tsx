// Catches what breaks while rendering and shows a way out instead of an empty page.
import { Component, type ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { isChunkLoadError, reloadOnce } from './chunk-errors.ts';
import { Button } from '../ui/button.tsx';
import { PageTitle } from '../ui/page-title.tsx';

interface ErrorBoundaryProps {
  /** A change (of the page's path) gives the children another chance. */
  readonly resetKey: string;
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failedAt: string | null;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failedAt: null };

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    { failedAt }: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return failedAt !== null && failedAt !== '' && failedAt !== resetKey ? { failedAt: null } : null;
  }

  static getDerivedStateFromError(): ErrorBoundaryState {
    return { failedAt: '' };
  }

  override componentDidCatch(error: unknown): void {
    if (isChunkLoadError(error)) reloadOnce();
    this.setState({ failedAt: this.props.resetKey });
  }

  override render(): ReactNode {
    return this.state.failedAt === null ? this.props.children : this.props.fallback;
  }
}

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
