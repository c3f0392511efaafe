/** Which changes of a driver's folder need another build. The Go tool is a script, which lists what it was given. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { DriverBuilds } from '../../src/bridge/server/drivers/builds.ts';

const root = mkdtempSync(join(tmpdir(), 'roundtrip-builds-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o755 });
}

write(
  'bin/go',
  '#!/bin/sh\nif [ "$1" = version ]; then echo go1.26; else find . -type f -not -name driver | sort > driver; fi\n',
);
write('drivers/go/main.go', 'package main');
write('drivers/go/main_test.go', 'package main');
write('drivers/go/go.mod', 'module driver');
write('drivers/go/internal/wire/wire.go', 'package wire');
write('drivers/go/bare/main.go', 'package main');
write('drivers/go/README.md', '# go');
vi.stubEnv('PATH', `${join(root, 'bin')}:${process.env.PATH}`);
vi.stubEnv('XDG_CACHE_HOME', join(root, 'cache'));

it.skipIf(platform() === 'win32')('only changes of a program’s own sources need another build', async () => {
  const builds = new DriverBuilds(join(root, 'drivers'));
  const build = { program: 'go', profile: null } as const;
  expect(builds.commandOf(build)).toBeUndefined();
  await builds.build(build, () => undefined);
  const [file = ''] = builds.commandOf(build) ?? [];
  expect(readFileSync(file, 'utf8').trim().split('\n')).toEqual([
    './go.mod',
    './internal/wire/wire.go',
    './main.go',
  ]);
  for (const path of ['main_test.go', 'bare/main.go', 'README.md', 'internal/wire/wire_test.go'])
    write(`drivers/go/${path}`, 'changed');
  expect(builds.commandOf(build)).toEqual([file]);
  write('drivers/go/internal/wire/wire.go', 'package wire // changed');
  expect(builds.commandOf(build)).toBeUndefined();
});
