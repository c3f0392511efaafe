import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  FRONTIER_NAMES,
  type FrontierData,
  type FrontierPoint,
  type FrontierWords,
  frontier,
} from '../../charts/frontier.ts';
import { SpecFigure } from '../../lab/figures/SpecFigure.tsx';
import { Picker } from '../../ui/Picker.tsx';
import { useWords } from '../../ui/texts.tsx';
import type { Advice } from '../advice/advise.ts';
import { frontierMetric } from '../advice/frontier.ts';
import type { Outcome } from '../advice/outcome.ts';

const NS_PER_US = 1000;
const COSTS = ['connections', 'cores'] as const;

interface FrontierChartProps {
  readonly advice: Advice;
  /** The changes of a configuration, as text. */
  readonly changeOf: (outcome: Outcome) => string;
}

/** What the goal's metric costs in connections or cores. */
export function FrontierChart({ advice, changeOf }: FrontierChartProps) {
  const t = useTranslations('plots.frontier');
  const rows = useTranslations('advice.report');
  const words = useWords();
  const [cost, setCost] = useState<FrontierData['cost']>('connections');
  const metric = frontierMetric(advice.goal);
  const data = useMemo((): FrontierData => {
    const scale = metric === 'throughput' ? 1 : NS_PER_US;
    const limit = advice.goal.conditions.find((condition) => condition.metric === metric)?.value;
    return {
      points: pointsOf(advice, scale, metric, changeOf),
      ...{ cost, metric, limit: limit === undefined ? undefined : limit * scale },
    };
  }, [advice, cost, metric, changeOf]);
  const value = (number: number) =>
    metric === 'throughput' ? `${words.number(number)}/s` : words.duration(number);
  const texts: FrontierWords = {
    ...{ x: t(`costs.${cost}`), y: t(`metrics.${metric}`), limit: t('limit'), empty: t('empty') },
    ...{ value, number: words.number, tableCaption: t('tableCaption') },
    name: (name) => rows(`rows.${name}`),
    isMet: (isMet) => rows('isMet', { isMet: isMet ? 'yes' : 'no', isSure: 'yes' }),
    columns: {
      ...{ change: rows('columns.change'), connections: rows('columns.connections') },
      ...{ cores: rows('columns.cores'), value: t(`metrics.${metric}`), goal: rows('columns.goal') },
    },
    sentence: (facts) => t('sentence', { ...facts, cost: t(`costs.${cost}`) }),
  };
  if (data.points.length < 2) return null;
  return (
    <SpecFigure
      spec={frontier}
      title={t('title')}
      data={data}
      words={texts}
      lines={20}
      controls={
        <Picker
          label={t('cost')}
          value={cost}
          title={t(`costs.${cost}`)}
          options={() => COSTS.map((id) => ({ id, title: t(`costs.${id}`) }))}
          onChoose={(id) => setCost(id === 'cores' ? 'cores' : 'connections')}
        />
      }
    />
  );
}

function pointsOf(
  advice: Advice,
  scale: number,
  metric: FrontierData['metric'],
  changeOf: (outcome: Outcome) => string,
): FrontierPoint[] {
  const named = FRONTIER_NAMES.map((name) => advice[name]).filter((outcome) => outcome !== null);
  const byEdits = new Map([...advice.frontier, ...named].map((each) => [JSON.stringify(each.edits), each]));
  return [...byEdits].flatMap(([key, outcome]) => {
    const estimate = outcome.metrics[metric];
    if (!estimate) return [];
    const { connections, cores, isMet } = outcome;
    const names = FRONTIER_NAMES.filter((name) => JSON.stringify(advice[name]?.edits) === key);
    return [{ change: changeOf(outcome), connections, cores, isMet, names, value: estimate.mean * scale }];
  });
}
