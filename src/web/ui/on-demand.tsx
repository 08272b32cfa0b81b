/** Parts of a screen whose code is loaded when they are first shown. */
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { loadPart } from '../load-part.ts';

type Source<P> = { load: () => Promise<ComponentType<P>>; loaded?: ComponentType<P> };
type DemandedProps<P> = { source: Source<P>; given: P; meanwhile: ReactNode };

function Demanded<P extends object>({ source, given, meanwhile }: DemandedProps<P>) {
  const [Part, setPart] = useState<ComponentType<P> | undefined>(() => source.loaded);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => {
    if (Part) return;
    return loadPart(source.load, {
      part: (part) => {
        source.loaded = part;
        setPart(() => part);
      },
      failure: (error) => setFailure({ error }),
    });
  }, [source, Part]);
  if (failure) throw failure.error;
  if (!Part) return meanwhile;
  // Its texts may still be on their way.
  return (
    <Suspense fallback={meanwhile}>
      <Part {...given} />
    </Suspense>
  );
}

/**
 * Makes a component of its loader; `meanwhile` is shown in its place until the code is here. React's own `lazy` within
 * `Suspense` would show the component 300 ms after `meanwhile` at the earliest, even if the code comes in ten.
 */
export function onDemand<P extends object>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P & { meanwhile?: ReactNode }> {
  const source: Source<P> = { load };
  return ({ meanwhile, ...given }) => (
    <Demanded source={source} given={given as unknown as P} meanwhile={meanwhile} />
  );
}
