// The landing page with what it needs around it; it stands alone, without the app's router.
import type { ComponentProps } from 'react';

import { ReadyMark } from '../app/ready.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
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
