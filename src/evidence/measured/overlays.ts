/** This project's measurements in the shape of imported ones, one overlay per table. */

import { diff, type Json } from '../../model/scenario/patch.ts';
import type { Estimate, Overlay, OverlayPoint } from '../imports/overlay.ts';
import type { MeasuredValue, Row } from '../predict/row.ts';

/** Source: the `README.md` next to the tables. */
const ORIGIN = {
  format: 'measured',
  machine: 'AMD EPYC, 2 vCPU, 2.6 GHz, KVM; Linux 6.18.44; redis-server 7.0.15',
} as const;

/** One overlay for each table of some rows. */
export function measuredOverlays(rows: readonly Row[]): Overlay[] {
  const tables = [...new Set(rows.map(({ table }) => table))];
  return tables.map((table) => {
    const tableRows = rows.filter((row) => row.table === table);
    const varied = variedPaths(tableRows);
    return {
      ...ORIGIN,
      id: `measured ${table}`,
      title: table,
      source: `src/evidence/measured/${table}.csv`,
      points: tableRows.map((row) => pointOf(row, varied)),
    };
  });
}

/** Every field that differs between rows, with one of its values. */
function variedPaths(rows: readonly Row[]): Map<string, Json> {
  const [first, ...others] = rows;
  const changes = others.flatMap(({ scenario }) => diff(first?.scenario, scenario));
  return new Map(changes.map(({ path, from, to }) => [path, to ?? from ?? null]));
}

function pointOf({ id, scenario, seen }: Row, varied: ReadonlyMap<string, Json>): OverlayPoint {
  const settings = new Map(diff({}, scenario).map(({ path, to }) => [path, to]));
  const at = [...varied].flatMap(([path, example]) => {
    // A switch that a row does not name is off there.
    const value = settings.get(path) ?? (typeof example === 'boolean' ? false : undefined);
    return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
      ? [[path, value] as const]
      : [];
  });
  return {
    name: id,
    at: Object.fromEntries(at),
    ...(seen.perSec ? { perSec: estimate(seen.perSec) } : {}),
    ...(seen.meanUs ? { meanUs: estimate(seen.meanUs) } : {}),
    percentiles: seen.p99Us ? [{ share: 0.99, us: seen.p99Us.value }] : [],
  };
}

const estimate = ({ value, low, high }: MeasuredValue): Estimate => ({ value, low, high });
