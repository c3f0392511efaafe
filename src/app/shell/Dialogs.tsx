import { type ComponentType, useEffect } from 'react';
import { lazy } from '../../ui/prompt.tsx';
import { type DialogName, ui } from '../../ui/ui-state.ts';

/** The dialogs over the page, each loaded on demand. Others belong to a part of the page. */
const DIALOGS: Partial<Record<DialogName, ComponentType>> = {
  keys: lazy(() => import('./KeysDialog.tsx').then((module) => ({ default: module.KeysDialog }))),
  open: lazy(() => import('./OpenDialog.tsx').then((module) => ({ default: module.OpenDialog }))),
  presets: lazy(() =>
    import('../../lab/presets/PresetBrowser.tsx').then((module) => ({ default: module.PresetBrowser })),
  ),
  qr: lazy(() => import('../../lab/export/QrDialog.tsx').then((module) => ({ default: module.QrDialog }))),
  share: lazy(() =>
    import('../../lab/share/ShareDialog.tsx').then((module) => ({ default: module.ShareDialog })),
  ),
  terms: lazy(() =>
    import('../../learn/glossary/TermsDialog.tsx').then((module) => ({ default: module.TermsDialog })),
  ),
  palette: lazy(() => import('../palette/Palette.tsx').then((module) => ({ default: module.Palette }))),
};

export function Dialogs({ dialog }: { readonly dialog: DialogName }) {
  const Open = DIALOGS[dialog];
  const isOver = Open !== undefined;
  // The page below has changed: by the back button or by a link.
  useEffect(() => {
    if (!isOver) return;
    const close = () => ui.setState({ dialog: undefined });
    addEventListener('hashchange', close);
    return () => removeEventListener('hashchange', close);
  }, [isOver]);
  return Open ? <Open /> : null;
}
