// The root of the landing page, which works without the app's router.
import { Component, type ComponentProps, type ReactNode } from 'react';

import { GeneralCrashPage, ReadyMark } from '../app/crash-page.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { Landing } from './landing.tsx';

export function LandingRoot(words: ComponentProps<typeof Landing>) {
  return (
    <>
      <ErrorBoundary>
        <Landing {...words} />
        <ReadyMark />
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

/** Catches rendering errors and shows a way out, as the app's router does for its pages. */
class ErrorBoundary extends Component<
  { readonly children: ReactNode },
  { readonly hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <GeneralCrashPage cause="broken" /> : this.props.children;
  }
}
