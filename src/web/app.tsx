/** Everything that is drawn, in the browser and, as a first view, by the server: both have to draw the same. */
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { SlowInternetScreen } from './layout/screens/slow-internet-screen.tsx';
import type { AppRouter } from './navigation/router.tsx';
import { Theme } from './ui/theme.tsx';

export function App({ router }: { router: AppRouter }) {
  return (
    <Theme>
      <CatchBoundary getResetKey={() => 'top'} errorComponent={SlowInternetScreen}>
        <RouterProvider router={router} />
      </CatchBoundary>
    </Theme>
  );
}
