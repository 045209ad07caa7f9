// Catches rendering errors of the landing page and shows a way out; the app's router does the same
// for its pages.
import { Component, type ReactNode } from 'react';

import { GeneralCrashPage } from '../app/crash-page.tsx';

export class ErrorBoundary extends Component<
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
