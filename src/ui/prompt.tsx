/**
 * React's low priorities with a time limit. React renders lazy parts, deferred values and transitions in
 * small steps, so that the page stays responsive. Any other update discards those steps. During playback
 * updates come five times a second, so a part that renders for more than 200 ms never finishes. React has no
 * limit for lazy parts, and 5 s for the others. Here rendering starts in small steps too, but continues in
 * one piece after {@link LIMIT_MS}. `.biome.json` requires these instead of React's own.
 */
import {
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
  Suspense as ReactSuspense,
  lazy as reactLazy,
  startTransition as reactStartTransition,
  type SuspenseProps,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { allTexts } from '../i18n/catalogue.ts';
import { holdTicks } from '../model/playback/tick-hold.ts';

/**
 * Time for small steps before the rest renders in one piece, ms: with one whole interval between two updates of
 * playback.
 */
export const LIMIT_MS = 250;

/** The same for what renders much while playback reports nothing, ms. */
const HELD_LIMIT_MS = 1_000;

/** Callbacks of boundaries that have not rendered yet: each renders its part in one piece. */
const waiting = new Set<() => void>();

function drawWaiting(): void {
  for (const draw of [...waiting]) draw();
}

/** A lazily loaded component. It needs a {@link Suspense} around it. */
// biome-ignore lint/suspicious/noExplicitAny: React's own type, which is for components of any properties
export function lazy<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return reactLazy(() => {
    // A part may show any text.
    const loading = Promise.all([load(), allTexts()]).then(([part]) => part);
    const arrived = () => {
      const release = holdTicks();
      setTimeout(() => {
        release();
        drawWaiting();
      }, LIMIT_MS);
    };
    loading.then(arrived, arrived);
    return loading;
  });
}

/**
 * Lazily loaded components of one file: the first that renders loads all of them. They need a {@link Suspense}
 * around them.
 */
export const lazyParts =
  // biome-ignore lint/suspicious/noExplicitAny: React's own type, which is for components of any properties
    <Parts extends Record<string, ComponentType<any>>>(load: () => Promise<Parts>) =>
    <Name extends keyof Parts>(name: Name): LazyExoticComponent<Parts[Name]> =>
      lazy(() => load().then((parts) => ({ default: parts[name] })));

/** React's boundary around lazy parts; renders them within {@link LIMIT_MS} of their arrival. */
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

/** Renders its parts after what is around them, in small steps, so that what is around them is on the screen earlier. */
export function Later({ children }: { readonly children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    // The first frame gives sizes to what is around it, and the second one shows it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setIsDue(true)));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return isDue && children;
}

/** React's `useDeferredValue`, late by at most {@link LIMIT_MS}. */
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

/**
 * React's `startTransition`, done within {@link LIMIT_MS}.
 * @param change sets states; it runs twice and must be idempotent
 */
export function startTransition(change: () => void): void {
  reactStartTransition(change);
  setTimeout(change, LIMIT_MS);
}

/**
 * A transition that renders most of the page. Playback reports nothing until it is shown, so that no small step is discarded.
 * @param change sets states; it runs twice and must be idempotent
 * @returns ends it: call it when the change is shown or no longer wanted
 */
export function startHeldTransition(change: () => void): () => void {
  const release = holdTicks();
  reactStartTransition(change);
  const late = setTimeout(change, HELD_LIMIT_MS);
  return () => {
    clearTimeout(late);
    release();
  };
}
