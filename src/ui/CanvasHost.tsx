import { type ReactNode, useEffect, useRef } from 'react';
import styles from './CanvasHost.module.css';

/** What a painter needs to know of its canvases. A new object whenever one of these changes. */
export interface Surface {
  /** CSS pixels. Contexts are scaled, so painters draw in these. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
  /** One context per layer, from below to above. */
  readonly contexts: readonly CanvasRenderingContext2D[];
  /** Font of the place: family list and size in CSS pixels. */
  readonly family: string;
  readonly fontPx: number;
}

export interface CanvasHostProps {
  readonly layers: number;
  /** Called with the canvases once they have a size, and after every change of size, density or font. */
  readonly onSurface: (surface: Surface) => void;
  /** Called when the canvases come on screen or leave it. */
  readonly onVisible?: (isVisible: boolean) => void;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Canvases on top of each other that fill their place and stay sharp. Whoever paints on them does so outside React. */
export function CanvasHost({ layers, onSurface, onVisible, className = '', children }: CanvasHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const em = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const place = host.current;
    const ruler = em.current;
    if (!place || !ruler) return;
    const canvases = [...place.querySelectorAll('canvas')];
    let density = 0;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = place;
      density = globalThis.devicePixelRatio || 1;
      if (width === 0 || height === 0) return;
      const contexts = canvases.map((canvas) => sized(canvas, width, height, density));
      const { fontFamily: family, fontSize } = getComputedStyle(place);
      const known = contexts.filter((context) => context !== null);
      onSurface({ width, height, density, contexts: known, family, fontPx: Number.parseFloat(fontSize) });
    };
    // The ruler is as wide as the font is large: a change of text size is a change of size as well. The first sizes come with
    // the first frame, too: to ask for them here would lay out the page once more, and build everything on the canvas twice.
    const resize = new ResizeObserver(measure);
    resize.observe(place);
    resize.observe(ruler);
    // Zooming or moving to another screen changes the density, sometimes without a change of size.
    const onDensity = () => {
      if (density !== globalThis.devicePixelRatio) measure();
    };
    addEventListener('resize', onDensity);
    return () => {
      resize.disconnect();
      removeEventListener('resize', onDensity);
    };
  }, [onSurface]);

  useEffect(() => {
    const place = host.current;
    if (!place || !onVisible) return;
    const watch = new IntersectionObserver((entries) => onVisible(entries.at(-1)?.isIntersecting ?? true));
    watch.observe(place);
    return () => watch.disconnect();
  }, [onVisible]);

  const canvases = Array.from({ length: layers }, (_, layer) => layer);
  return (
    <div ref={host} className={`${styles.host} ${className}`}>
      <span ref={em} className={styles.ruler} />
      <div aria-hidden="true">
        {canvases.map((layer) => (
          <canvas key={layer} className={styles.canvas} />
        ))}
      </div>
      {children}
    </div>
  );
}

function sized(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  density: number,
): CanvasRenderingContext2D | null {
  const w = Math.round(width * density);
  const h = Math.round(height * density);
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
  const context = canvas.getContext('2d');
  context?.setTransform(density, 0, 0, density, 0, 0);
  return context;
}
