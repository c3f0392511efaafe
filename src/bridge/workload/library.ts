/**
 * Client libraries that run in a separate program, started by the bridge (`../drivers`), with the releases that can be
 * chosen.
 */

/** Programs, by the language that builds them. */
export const DRIVER_PROGRAMS = ['java', 'go'] as const;
export type DriverProgram = (typeof DRIVER_PROGRAMS)[number];

/** Tools that a program needs; the first is also needed to run it. */
export const TOOLS: Readonly<Record<DriverProgram, readonly string[]>> = {
  java: ['java', 'mvn'],
  go: ['go'],
};

/** A release of a library. */
export interface Release {
  readonly version: string;
  /** What selects it in the build; null: it is in the standard build. */
  readonly profile: string | null;
}

interface Library {
  /** Its own name. */
  readonly title: string;
  readonly program: DriverProgram;
  /** The first is the default. */
  readonly releases: readonly [Release, ...Release[]];
}

export const LIBRARIES = {
  jedis: {
    title: 'Jedis',
    program: 'java',
    releases: [
      { version: '7.5.3', profile: null },
      { version: '6.2.0', profile: 'jedis6' },
      { version: '5.2.0', profile: 'jedis5' },
    ],
  },
  lettuce: {
    title: 'Lettuce',
    program: 'java',
    releases: [
      { version: '7.7.0.RELEASE', profile: null },
      { version: '6.8.2.RELEASE', profile: 'lettuce6' },
      // The last one whose command timeouts are tasks of an executor.
      { version: '6.3.1.RELEASE', profile: 'lettuce63' },
    ],
  },
  goRedis: {
    title: 'go-redis',
    program: 'go',
    releases: [
      { version: '9.22.0', profile: null },
      { version: '8.11.5', profile: null },
    ],
  },
  redigo: { title: 'redigo', program: 'go', releases: [{ version: '1.9.3', profile: null }] },
  rueidis: { title: 'rueidis', program: 'go', releases: [{ version: '1.0.76', profile: null }] },
} as const satisfies Readonly<Record<string, Library>>;

export type LibraryName = keyof typeof LIBRARIES;

export const LIBRARY_NAMES = Object.keys(LIBRARIES) as readonly LibraryName[];

export const isLibrary = (driver: string): driver is LibraryName => driver in LIBRARIES;

/** A release as its library calls it: `Lettuce 6.3.1`. */
export const releaseName = (name: LibraryName, version: string): string =>
  `${LIBRARIES[name].title} ${version.replace('.RELEASE', '')}`;

export const releasesOf = (name: LibraryName): readonly [Release, ...Release[]] => LIBRARIES[name].releases;

/** A build of a program: all libraries in their standard releases, or one of them in another. */
export interface Build {
  readonly program: DriverProgram;
  readonly profile: string | null;
}

/** The build that has a release; undefined if there is no such release. */
export function buildFor(name: LibraryName, version: string): Build | undefined {
  const release = releasesOf(name).find((each) => each.version === version);
  return release && { program: LIBRARIES[name].program, profile: release.profile };
}
