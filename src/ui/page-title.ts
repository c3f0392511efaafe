/** The name of the browser's tab: that of the page, and of the product where a page has none. */
import { useEffect } from 'react';

const PRODUCT = 'Roundtrip';

let ofProduct = PRODUCT;
let ofPage: string | undefined;

function show(): void {
  document.title = ofPage === undefined ? ofProduct : `${ofPage} · ${PRODUCT}`;
}

/** Names the tab of pages without a name of their own. */
export function useProductTitle(title: string): void {
  useEffect(() => {
    ofProduct = title;
    show();
  }, [title]);
}

/** Names the tab while a page is shown: "Glossary · Roundtrip". */
export function usePageTitle(title: string): void {
  useEffect(() => {
    ofPage = title;
    show();
    return () => {
      ofPage = undefined;
      show();
    };
  }, [title]);
}
