import { type ReactNode, useEffect, useRef } from 'react';
import { useLocale } from 'use-intl';
import styles from './CanvasHost.module.css';

/** Facts about the canvases for a painter. A new object after each change. */
export interface Surface {
  /** CSS pixels. Contexts are scaled, so painters draw in these. */
  readonly width: number;
  readonly height: number;
  /** Device pixels per CSS pixel. */
  readonly density: number;
  /** One context per layer, from bottom to top. */
  readonly contexts: readonly CanvasRenderingContext2D[];
  /** Font of the element: family list and size in CSS pixels. */
  readonly family: string;
  readonly fontPx: number;
}

export interface CanvasHostProps {
  readonly layers: number;
  /** Called with the canvases once they have a size, and after every change of size, density, font or language. */
  readonly onSurface: (surface: Surface) => void;
  /** Called when the canvases enter or leave the viewport. */
  readonly onVisible?: (isVisible: boolean) => void;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Layered canvases that fill their parent at device resolution. Painters draw on them outside React. */
export function CanvasHost({ layers, onSurface, onVisible, className = '', children }: CanvasHostProps) {
  const host = useRef<HTMLDivElement>(null);
  const em = useRef<HTMLSpanElement>(null);
  const locale = useLocale();

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
      // A canvas that inherits its language makes Chromium lay out the page twice when the language changes.
      for (const canvas of canvases) canvas.lang = locale;
      const contexts = canvases.map((canvas) => sized(canvas, width, height, density));
      const { fontFamily: family, fontSize } = getComputedStyle(place);
      const known = contexts.filter((context) => context !== null);
      onSurface({ width, height, density, contexts: known, family, fontPx: Number.parseFloat(fontSize) });
    };
    // The ruler is as wide as the font size: a change of font size is a resize as well. The first sizes
    // arrive with the first frame; reading them here would force a layout and build the canvas twice.
    const resize = new ResizeObserver(measure);
    resize.observe(place);
    resize.observe(ruler);
    // Zooming or moving to another screen changes the density, sometimes without a resize.
    const onDensity = () => {
      if (density !== globalThis.devicePixelRatio) measure();
    };
    addEventListener('resize', onDensity);
    // A font that has arrived has other widths.
    document.fonts?.addEventListener('loadingdone', measure);
    return () => {
      resize.disconnect();
      removeEventListener('resize', onDensity);
      document.fonts?.removeEventListener('loadingdone', measure);
    };
  }, [onSurface, locale]);

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
