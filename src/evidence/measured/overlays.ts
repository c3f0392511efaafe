/** Our own measurements in the shape of imported ones, one overlay a table. */
import type { Estimate, Overlay, OverlayPoint } from '../../imports/overlay.ts';
import { diff } from '../../scenario/patch.ts';
import type { Row, Seen } from '../predict/row.ts';

/** Of `README.md` beside the tables. */
const ORIGIN = {
  format: 'measured',
  machine: 'AMD EPYC, 2 vCPU, 2.6 GHz, KVM; Linux 6.18.44; redis-server 7.0.15',
  date: '> 2025-11',
  method: 'closed loops; medians of three rounds; README.md of src/evidence/measured',
} as const;

/** One overlay for each table of some rows. */
export function measuredOverlays(rows: readonly Row[]): Overlay[] {
  const tables = [...new Set(rows.map(({ table }) => table))];
  return tables.map((table) => {
    const own = rows.filter((row) => row.table === table);
    const varied = variedPaths(own);
    return {
      ...ORIGIN,
      id: `measured ${table}`,
      title: table,
      source: `src/evidence/measured/${table}.csv`,
      points: own.map((row) => pointOf(row, varied)),
    };
  });
}

/** Every field that is not the same in all rows. */
function variedPaths(rows: readonly Row[]): Set<string> {
  const [first, ...others] = rows;
  return new Set(others.flatMap(({ scenario }) => diff(first?.scenario, scenario).map(({ path }) => path)));
}

function pointOf({ id, scenario, seen }: Row, varied: ReadonlySet<string>): OverlayPoint {
  const at = diff({}, scenario).flatMap(({ path, to }) =>
    varied.has(path) && (typeof to === 'number' || typeof to === 'string') ? [[path, to] as const] : [],
  );
  return {
    name: id,
    at: Object.fromEntries(at),
    ...(seen.perSec ? { perSec: estimate(seen.perSec) } : {}),
    ...(seen.meanUs ? { meanUs: estimate(seen.meanUs) } : {}),
    percentiles: seen.p99Us ? [{ share: 0.99, us: seen.p99Us.value }] : [],
  };
}

const estimate = ({ value, low, high }: Seen): Estimate => ({ value, low, high });
