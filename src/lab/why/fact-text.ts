/** Facts of findings as text, for the page and the command line. */
import type { useTranslations } from 'use-intl';
import { formatDuration, formatNumber, formatShare } from '../../lib/format.ts';
import { formatList, type Language } from '../../lib/languages.ts';
import type { Fact } from '../../model/explain/finding.ts';
import type { WorkKind } from '../../model/explain/work.ts';
import { eventValues } from '../shared/event-values.ts';

/** Looks up messages by their whole paths. */
export type Translator = ReturnType<typeof useTranslations<never>>;

const NS_PER_US = 1000;

/** One fact as a message value: counts stay numbers for plural rules, all else is text. */
export function factText(fact: Fact, language: Language, t: Translator): string | number {
  const duration = (us: number) => formatDuration(us * NS_PER_US, language);
  const named = (name: string, value: string) => t('why.contrast.work', { name, value });
  const work = (kind: WorkKind, value: string) => named(t(`why.contrast.works.${kind}`), value);
  switch (fact.unit) {
    case 'count':
      return fact.value;
    case 'share':
      return formatShare(fact.value, language);
    case 'time':
      return duration(fact.us);
    case 'text':
      return fact.text;
    case 'resource':
      return fact.busiest
        ? t(`why.busiest.${fact.busiest.of}`, { node: fact.busiest.node })
        : t(`why.resources.${fact.isShared ? 'sharedCores' : fact.name}`);
    case 'sharing':
      return fact.sharing;
    case 'one': {
      const { of, count, sharing, node } = fact;
      return t('why.contrast.one', {
        ...{ sharing, count, node },
        by: t(`why.contrast.servers.${of}`, { count }),
      });
    }
    case 'phase':
      return t(`phases.names.${fact.name}`);
    case 'phases': {
      const each = fact.phases.map(({ name, us }) => named(t(`phases.names.${name}`), duration(us)));
      return formatList(language, each);
    }
    case 'event':
      return t('events.what', eventValues(fact.event, language));
    case 'side':
      return fact.name.toUpperCase();
    case 'threads':
      return t(`why.contrast.threads.${fact.class}`, { count: fact.count });
    case 'servers':
      return t(`why.contrast.servers.${fact.of}`, { count: fact.count });
    case 'works':
      return formatList(
        language,
        fact.works.map(({ kind, us }) => work(kind, duration(us))),
      );
    case 'workShares':
      return formatList(
        language,
        fact.works.map(({ kind, share }) => work(kind, formatShare(share, language))),
      );
    default:
      return formatNumber(fact.value, language);
  }
}

/** All facts of a finding as message values. */
export const factTexts = (
  facts: Readonly<Record<string, Fact>>,
  language: Language,
  t: Translator,
): Record<string, string | number> =>
  Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, factText(fact, language, t)]));
