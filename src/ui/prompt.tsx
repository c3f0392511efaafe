/**
 * React's low priorities, with a limit on how long they may wait.
 *
 * React draws a part that was loaded late, a deferred value and a transition in small steps, so that the page stays responsive. Any
 * other change meanwhile discards those steps. While the stage plays, such changes come five times a second: a part that takes longer
 * than 200 ms to draw is then never finished (React sets no limit for late parts, and 5 s for the others). Everything here draws in
 * small steps too, but in one piece once {@link LIMIT_MS} are over. Views use these and not React's own; `.biome.json` sees to it.
 */
import {
  type ComponentType,
  type LazyExoticComponent,
  Suspense as ReactSuspense,
  lazy as reactLazy,
  startTransition as reactStartTransition,
  type SuspenseProps,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';

/** How long small steps may take before the rest is drawn in one piece, ms. */
export const LIMIT_MS = 100;

/** Boundaries whose parts have not been drawn yet: what draws them in one piece. */
const waiting = new Set<() => void>();

function drawWaiting(): void {
  for (const draw of [...waiting]) draw();
}

/** A component that is loaded when it is drawn for the first time. It needs a {@link Suspense} around it. */
// biome-ignore lint/suspicious/noExplicitAny: React's own type, which is for components of any properties
export function lazy<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return reactLazy(() => {
    const loading = load();
    const arrived = () => void setTimeout(drawWaiting, LIMIT_MS);
    loading.then(arrived, arrived);
    return loading;
  });
}

/** React's boundary around parts that are loaded late; draws them within {@link LIMIT_MS} of their arrival. */
export function Suspense({ fallback, children }: SuspenseProps) {
  const [, draw] = useReducer((drawings: number) => drawings + 1, 0);
  return (
    <ReactSuspense
      fallback={
        <>
          {fallback}
          <Waiting onLate={draw} />
        </>
      }
    >
      {children}
    </ReactSuspense>
  );
}

function Waiting({ onLate }: { readonly onLate: () => void }) {
  useEffect(() => {
    waiting.add(onLate);
    return () => void waiting.delete(onLate);
  }, [onLate]);
  return null;
}

/** `useDeferredValue` of React that is at most {@link LIMIT_MS} late. */
export function useDeferred<Value>(value: Value): Value {
  const [shown, setShown] = useState(() => value);
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
    startTransition(() => {
      const next = newest.current;
      setShown(() => next);
    });
  }, [value]);
  return shown;
}

/** `startTransition` of React that is done within {@link LIMIT_MS}. @param change sets states; it runs twice, and the second time must change nothing more */
export function startTransition(change: () => void): void {
  reactStartTransition(change);
  setTimeout(change, LIMIT_MS);
}
