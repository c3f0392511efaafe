/** Resource use of a driver's process in the measured window. */
import type { ProcessUse } from '../../drivers/generated/protocol.ts';
import type { ProgramUse } from '../../workload/measured.ts';
import type { Remark } from '../../workload/remark.ts';
import type { DriverNews } from './run.ts';

/** Share of its cores from which a process is the limit of a measurement. */
const FULL = 0.9;

type Counted = 'voluntarySwitches' | 'involuntarySwitches' | 'gcUs';

export class ProgramUseWatch implements DriverNews {
  #versions: Readonly<Record<string, string>> = {};
  #warmupUs = 0;
  #isSteady: boolean | null = null;
  readonly #uses: { readonly use: ProcessUse; readonly intervalUs: number }[] = [];

  readonly onConnected = (versions: Readonly<Record<string, string>>): void => {
    this.#versions = versions;
  };

  readonly onMeasuring = (warmupUs: number, isSteady: boolean | null): void => {
    this.#warmupUs = warmupUs;
    this.#isSteady = isSteady;
  };

  readonly onUse = (use: ProcessUse, intervalUs: number, isWarmup: boolean): void => {
    if (!isWarmup) this.#uses.push({ use, intervalUs });
  };

  total(): ProgramUse {
    const sum = (name: Counted) =>
      this.#uses.reduce<number | null>(
        (total, { use }) => (total === null || use[name] === null ? null : total + use[name]),
        this.#uses.length > 0 ? 0 : null,
      );
    const resident = this.#uses.flatMap(({ use }) => use.residentBytes ?? []);
    return {
      versions: this.#versions,
      cores: this.#cores(),
      voluntarySwitches: sum('voluntarySwitches'),
      involuntarySwitches: sum('involuntarySwitches'),
      residentBytes: resident.length > 0 ? Math.max(...resident) : null,
      gcUs: sum('gcUs'),
      warmupUs: this.#warmupUs,
      isSteady: this.#isSteady,
    };
  }

  /** @param cores that the process may use */
  remarks(cores: number): Remark[] {
    const used = this.#cores();
    return used !== null && used > FULL * cores
      ? [{ code: 'BR-37', detail: { percent: Math.round((100 * used) / cores) } }]
      : [];
  }

  #cores(): number | null {
    const known = this.#uses.flatMap(({ use: { cores }, intervalUs }) =>
      cores === null ? [] : [{ coreUs: cores * intervalUs, intervalUs }],
    );
    const totalUs = known.reduce((sum, { intervalUs }) => sum + intervalUs, 0);
    return totalUs > 0 ? known.reduce((sum, { coreUs }) => sum + coreUs, 0) / totalUs : null;
  }
}
