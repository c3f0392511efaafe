import { useTranslations } from 'use-intl';

/** Keys of the table as on a keyboard: "Ctrl + K". Needs the messages of the part `keys`. */
export function useKeyText(): (key: string) => string {
  const t = useTranslations('keys');
  const names: Readonly<Record<string, string>> = {
    ' ': t('space'),
    ArrowLeft: t('left'),
    ArrowRight: t('right'),
    Home: t('home'),
    PageUp: t('pageUp'),
    PageDown: t('pageDown'),
    Escape: t('escape'),
    Mod: /Mac/.test(navigator.platform) ? t('command') : t('control'),
  };
  return (key) =>
    key === '+'
      ? key
      : key
          .split('+')
          .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part))
          .join(' + ');
}
