/** Facts of findings as text. */
import { useTranslations } from 'use-intl';
import { formatList } from '../../lib/languages.ts';
import type { Fact } from '../../model/explain/finding.ts';
import type { WorkKind } from '../../model/explain/work.ts';
import { useWords } from '../../ui/texts.tsx';

const NS_PER_US = 1000;

/** Facts as message values: counts stay numbers for plural rules, all else is text. */
export function useFacts(): (facts: Readonly<Record<string, Fact>>) => Record<string, string | number> {
  const t = useTranslations('why');
  const phase = useTranslations('phases.names');
  const words = useWords();
  const named = (name: string, value: string) => t('contrast.work', { name, value });
  const work = (kind: WorkKind, value: string) => named(t(`contrast.works.${kind}`), value);
  const text = (fact: Fact): string | number => {
    switch (fact.unit) {
      case 'count':
        return fact.value;
      case 'share':
        return words.percent(fact.value);
      case 'time':
        return words.duration(fact.us * NS_PER_US);
      case 'resource':
        return fact.busiest
          ? t(`busiest.${fact.busiest.of}`, { node: fact.busiest.node })
          : t(`resources.${fact.isShared ? 'sharedCores' : fact.name}`);
      case 'sharing':
        return fact.sharing;
      case 'one': {
        const { of, count, sharing, node } = fact;
        return t('contrast.one', { sharing, count, node, by: t(`contrast.servers.${of}`, { count }) });
      }
      case 'phase':
        return phase(fact.name);
      case 'phases': {
        const each = fact.phases.map(({ name, us }) => named(phase(name), words.duration(us * NS_PER_US)));
        return formatList(words.language, each);
      }
      case 'side':
        return fact.name.toUpperCase();
      case 'threads':
        return t(`contrast.threads.${fact.class}`, { count: fact.count });
      case 'servers':
        return t(`contrast.servers.${fact.of}`, { count: fact.count });
      case 'works': {
        const each = fact.works.map(({ kind, us }) => work(kind, words.duration(us * NS_PER_US)));
        return formatList(words.language, each);
      }
      case 'workShares': {
        const each = fact.works.map(({ kind, share }) => work(kind, words.percent(share)));
        return formatList(words.language, each);
      }
      default:
        return words.number(fact.value);
    }
  };
  return (facts) => Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, text(fact)]));
}
