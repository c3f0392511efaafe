/**
 * Builds of the drivers, kept in the user's cache. A build's folder is named by a hash of its sources and release, so a
 * changed driver is built anew. It appears complete or not at all: a build happens beside it and is then renamed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Build, DriverProgram } from '../../workload/library.ts';
import { Refusal } from '../failure.ts';
import { findProgram } from '../machine.ts';
import { toolsOf } from './toolchain.ts';

/** A build that takes longer is stopped: a package server may never answer. */
const MOST_MS = 10 * 60_000;
/** Lines of output in the reason of a failure. */
const REASON_LINES = 8;

interface Recipe {
  /** The tool and its arguments, in a copy of the sources. */
  readonly command: (profile: string | null) => readonly string[];
  /** The result, in the copy. */
  readonly output: string;
  /** What starts it. */
  readonly start: (file: string) => readonly string[];
  /** Whether a file, by its path in the folder, is part of the program. Its tests and documents are not. */
  readonly isSource: (path: string) => boolean;
}

const RECIPES: Readonly<Record<DriverProgram, Recipe>> = {
  java: {
    command: (profile) => [
      'mvn',
      ...['--batch-mode', '--no-transfer-progress', ...(profile ? ['-P', profile] : []), 'package'],
    ],
    output: 'target/java-driver.jar',
    start: (file) => ['java', '-XX:+UseG1GC', '-Xms256m', '-jar', file],
    isSource: (path) => path === 'pom.xml' || path.startsWith('src/main/'),
  },
  go: {
    command: () => ['go', 'build', '-o', 'driver', '.'],
    output: 'driver',
    start: (file) => [file],
    isSource: (path) => /\.(go|mod|sum)$/.test(path) && !/_test\.go$|^bare\//.test(path),
  },
};

const cacheFolder = (): string => process.env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** The paths of a program's sources in their folder, in a fixed order and with slashes on every system. */
function sourcesIn(folder: string, isSource: Recipe['isSource'], below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return sourcesIn(folder, isSource, path);
      return isSource(path) ? [path] : [];
    });
}

export class DriverBuilds {
  readonly #sources: string;
  #running: ChildProcess | undefined;
  #isBuilding = false;
  #isCancelled = false;

  /** @param sources folder with a folder for each program */
  constructor(sources: string) {
    this.#sources = sources;
  }

  get isBuilding(): boolean {
    return this.#isBuilding;
  }

  /** Whether the sources of a program are here: an installation may lack them. */
  has(program: DriverProgram): boolean {
    return existsSync(join(this.#sources, program));
  }

  /** Command that starts a driver; undefined if it is not built. */
  commandOf(build: Build): readonly string[] | undefined {
    const file = join(this.#folderOf(build), RECIPES[build.program].output.split('/').at(-1) ?? '');
    if (!existsSync(file)) return undefined;
    const [program = '', ...args] = RECIPES[build.program].start(file);
    const path = program === file ? file : findProgram(program);
    return path ? [path, ...args] : undefined;
  }

  /**
   * Builds a driver. Refuses with BR-34 if a build is running, BR-35 if a tool is missing, BR-36 if the build fails.
   * @param onLine receives the tool's output
   */
  async build(build: Build, onLine: (line: string) => void): Promise<void> {
    if (this.#isBuilding) throw new Refusal('BR-34');
    this.#isBuilding = true;
    this.#isCancelled = false;
    try {
      if (this.commandOf(build)) return;
      const tools = await toolsOf(build.program);
      const missing = tools.find(({ isUsable }) => !isUsable);
      if (missing)
        throw new Refusal('BR-35', {
          tool: missing.name,
          program: build.program,
          version: missing.version ?? 'none',
        });
      await this.#make(build, onLine);
    } finally {
      this.#isBuilding = false;
    }
  }

  /** Stops the running build, if any; its `build` call rejects. */
  cancel(): void {
    this.#isCancelled = true;
    const { pid } = this.#running ?? {};
    if (pid === undefined) return;
    try {
      // Maven starts programs of its own.
      process.kill(-pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }

  async #make(build: Build, onLine: (line: string) => void): Promise<void> {
    const { command, output, isSource } = RECIPES[build.program];
    const folder = this.#folderOf(build);
    const workshop = `${folder}.${process.pid}`;
    try {
      rmSync(workshop, { recursive: true, force: true });
      mkdirSync(workshop, { recursive: true });
      const sources = join(this.#sources, build.program);
      for (const path of sourcesIn(sources, isSource)) cpSync(join(sources, path), join(workshop, path));
      if (this.#isCancelled) throw new Refusal('BR-36', { program: build.program, message: 'cancelled' });
      await this.#run(command(build.profile), workshop, build, onLine);
      const made = `${workshop}.made`;
      mkdirSync(made, { recursive: true });
      renameSync(join(workshop, output), join(made, output.split('/').at(-1) ?? ''));
      // Another bridge may have built the same.
      if (existsSync(folder)) rmSync(made, { recursive: true, force: true });
      else renameSync(made, folder);
    } finally {
      rmSync(workshop, { recursive: true, force: true });
      rmSync(`${workshop}.made`, { recursive: true, force: true });
    }
  }

  #run(
    [tool = '', ...args]: readonly string[],
    folder: string,
    { program }: Build,
    onLine: (line: string) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(findProgram(tool) ?? tool, args, {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      });
      this.#running = child;
      const last: string[] = [];
      const hear = (data: unknown) => {
        for (const line of String(data)
          .split(/\r?\n/)
          .filter((text) => text.trim() !== '')) {
          last.push(line);
          if (last.length > REASON_LINES) last.shift();
          onLine(line.slice(0, 500));
        }
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      const timer = setTimeout(() => this.cancel(), MOST_MS);
      const end = (code: number | null, message: string) => {
        clearTimeout(timer);
        this.#running = undefined;
        if (code === 0) return resolve();
        const why = this.#isCancelled ? 'cancelled' : message;
        reject(new Refusal('BR-36', { program, message: why.slice(0, 1000) }));
      };
      child.once('error', (error) => end(-1, error.message));
      child.once('close', (code) => end(code, last.join('\n')));
    });
  }

  #folderOf({ program, profile }: Build): string {
    const hash = createHash('sha256');
    const sources = join(this.#sources, program);
    for (const path of sourcesIn(sources, RECIPES[program].isSource))
      hash.update(path).update(readFileSync(join(sources, path)));
    const key = hash.digest('hex').slice(0, 16);
    return join(cacheFolder(), 'roundtrip', 'drivers', [program, profile, key].filter(Boolean).join('-'));
  }
}
