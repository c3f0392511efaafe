/**
 * The styles by which dialogs and menus keep the page from scrolling, as constructed style sheets. The package
 * `react-style-singleton`, which Radix uses, writes style elements; the page's policy forbids them. Vite puts this module in its place.
 */
import { useEffect } from 'react';

interface SheetProps {
  readonly styles: string;
  /** Whether later styles replace the first. */
  readonly dynamic?: boolean;
}

/** A component that applies its styles as long as any instance is mounted; the first instance's count. */
export function styleSingleton() {
  const sheet = new CSSStyleSheet();
  let users = 0;
  return function Sheet({ styles, dynamic = false }: SheetProps): null {
    const version = dynamic && styles;
    // biome-ignore lint/correctness/useExhaustiveDependencies: styles that are not dynamic are applied once.
    useEffect(() => {
      if (users++ === 0) {
        sheet.replaceSync(styles);
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
      }
      return () => {
        if (--users > 0) return;
        document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      };
    }, [version]);
    return null;
  };
}
