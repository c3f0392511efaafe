/** One system that a class drives through the bridge: who may, what arrives, who is gone. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { DRIVE_PATH, type DriveNotice, type DriveRequest, type Message } from '../../src/bridge/protocol.ts';
import { Drive } from '../../src/bridge/server/classroom/drive.ts';
import { DriveDesk } from '../../src/bridge/server/classroom/drive-desk.ts';
import { LIMITS } from '../../src/bridge/workload/limits.ts';
import { foreign, post } from '../support/student-post.ts';
import { whenDone } from '../support/when-done.ts';
import { dial, type Line, serverForTests } from './dial.ts';

/** Another address of this machine stands in for its address in a local network. */
const server = await serverForTests({ classroom: ['127.0.0.2'] });
const own = `127.0.0.1:${server.port}`;
const room = new URL(server.classroom[0] ?? '').host;

const ask = async (fields: object, at = own): Promise<unknown> =>
  JSON.parse((await post(JSON.stringify(fields), { at, path: DRIVE_PATH })).text);

/** What a page is told of its system. */
function heard({ socket }: Line): DriveNotice[] {
  const notices: DriveNotice[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Message;
    if ('event' in message && (message.event === 'drive' || message.event === 'driveEnded'))
      notices.push(message);
  });
  return notices;
}

describe('a driven system', () => {
  it('tells its page who comes and what they change, and each student the own part', async () => {
    const teacher = await dial(server);
    const told = heard(teacher);
    const { code, origins } = await teacher.ask('openDrive', {});
    expect(code).toMatch(/^[A-Z2-9]{5}$/);
    expect(origins).toEqual([`http://${room}`]);
    expect(await ask({ code, driver: 'me' })).toEqual({ board: null, own: null });
    await teacher.ask('publishDrive', { board: { p99: 3 }, own: { me: 'pool', her: 'callers' } });
    expect(await ask({ code, driver: 'me' })).toEqual({ board: { p99: 3 }, own: 'pool' });
    expect(await ask({ code: ` ${code.toLowerCase()}`, driver: 'her', value: 12 }, room)).toEqual({
      board: { p99: 3 },
      own: 'callers',
    });
    // An id that is a name of the language itself gets nothing.
    expect(await ask({ code, driver: '__proto__' })).toEqual({ board: { p99: 3 }, own: null });
    await expect
      .poll(() => told)
      .toEqual([
        { event: 'drive', driver: 'me' },
        { event: 'drive', driver: 'her', value: 12 },
        { event: 'drive', driver: '__proto__' },
      ]);
    // Opened again by the same page, it keeps its code.
    expect((await teacher.ask('openDrive', {})).code).toBe(code);
    await teacher.ask('closeDrive', {});
    expect(await ask({ code, driver: 'me' })).toEqual({ refused: 'DRV-01' });
    expect(await teacher.fail('publishDrive', { board: null, own: {} })).toMatchObject({ code: 'BR-09' });
    expect(await teacher.fail('publishDrive', { board: null, own: null as never })).toMatchObject({
      code: 'BR-09',
    });
    await teacher.close();
  });

  it('ends when its page closes, and when another page opens one', async () => {
    const [first, second] = [await dial(server), await dial(server)];
    const told = heard(first);
    const { code } = await first.ask('openDrive', {});
    const newer = await second.ask('openDrive', {});
    await expect.poll(() => told).toEqual([{ event: 'driveEnded' }]);
    expect(await ask({ code, driver: 'me' })).toEqual({ refused: 'DRV-02' });
    // What the first page publishes or closes is no longer its own.
    await first.fail('publishDrive', { board: 1, own: {} });
    await first.ask('closeDrive', {});
    expect(await ask({ code: newer.code, driver: 'me' })).toEqual({ board: null, own: null });
    await second.close();
    await expect.poll(() => ask({ code: newer.code, driver: 'me' })).toEqual({ refused: 'DRV-01' });
    await first.close();
  });

  it('opens again with the code that a page had before, and with no other text', async () => {
    const before = await dial(server);
    const { code } = await before.ask('openDrive', {});
    await before.close();
    await expect.poll(() => ask({ code, driver: 'me' })).toEqual({ refused: 'DRV-01' });
    const again = await dial(server);
    expect((await again.ask('openDrive', { code })).code).toBe(code);
    expect(await ask({ code, driver: 'me' })).toEqual({ board: null, own: null });
    await again.ask('closeDrive', {});
    for (const wrong of ['', 'abcde', 'ABCD', 'ABCDEF', 'AB CD', 7 as never])
      expect((await again.ask('openDrive', { code: wrong })).code).toMatch(/^[A-Z2-9]{5}$/);
    expect((await again.ask('openDrive', { code: 'QQQQQ' })).code).not.toBe('QQQQQ');
    await again.close();
  });

  it('says who is gone; who comes back is told as new', () => {
    let nowMs = 0;
    const drive = new Drive(() => nowMs);
    const told: DriveNotice[] = [];
    const tell = (notice: DriveNotice) => void told.push(notice);
    const code = drive.open(tell);
    drive.take({ code, driver: 'me' }, '192.168.1.7');
    nowMs += LIMITS.driverSilenceMs;
    drive.take({ code, driver: 'her' }, '192.168.1.8');
    drive.dropSilent();
    expect(told).toHaveLength(2);
    nowMs += 1;
    drive.dropSilent();
    expect(told.at(-1)).toEqual({ event: 'driverGone', driver: 'me' });
    drive.take({ code, driver: 'me' }, '192.168.1.9');
    expect(told.at(-1)).toEqual({ event: 'drive', driver: 'me' });
    drive.close(tell);
  });

  it('has room for a class: not for more drivers, changes or drivers of one device', () => {
    const drive = new Drive(() => 0);
    const tell = () => undefined;
    const code = drive.open(tell);
    const take = (driver: string, address: string, value?: number) =>
      drive.take({ code, driver, ...(value === undefined ? {} : { value }) }, address);
    for (let driver = 0; driver < LIMITS.driversPerAddress; driver++) take(`d${driver}`, '10.0.0.1');
    expect(take('one more', '10.0.0.1')).toEqual({ refused: 'DRV-04' });
    for (let driver = 0; driver < LIMITS.drivers - LIMITS.driversPerAddress; driver++)
      take(`e${driver}`, `10.0.1.${driver}`);
    expect(take('late', '10.0.2.1')).toEqual({ refused: 'DRV-03' });
    // Who is in stays in, but cannot flood the teacher's page.
    for (let change = 0; change < LIMITS.driverChangesPerSecond; change++)
      expect(take('d1', '10.0.0.1', change)).toEqual({ board: null, own: null });
    expect(take('d1', '10.0.0.1', 1)).toEqual({ refused: 'DRV-05' });
    expect(take('d1', '10.0.0.1')).toEqual({ board: null, own: null });
    drive.close(tell);
  });
});

describe('an invalid request', () => {
  it.each(foreign(own))('%s is refused', async (_, sending) => {
    for (const at of [own, room])
      expect((await post('{}', { at, path: DRIVE_PATH, ...sending })).status).toBe(403);
  });

  it.each([
    ['a wrong code', { code: 'XXXXX' }, 'DRV-02'],
    ['no driver', { driver: '' }, 'DRV-06'],
    ['a name that is too long', { driver: 'x'.repeat(25) }, 'DRV-06'],
    ['a driver that is no name', { driver: { html: '<b>' } as never }, 'DRV-06'],
    ['a value that is no number', { value: '5' as never }, 'DRV-06'],
    ['a value without an end', { value: null as never }, 'DRV-06'],
    ['a body that is too long', { driver: 'me', more: 'x'.repeat(LIMITS.driveBytes) }, 'DRV-06'],
  ] as [string, Partial<DriveRequest> & { more?: string }, string][])(
    '%s is refused',
    async (_, wrong, refused) => {
      const teacher = await dial(server);
      const { code } = await teacher.ask('openDrive', {});
      expect(await ask({ code, driver: 'me', ...wrong })).toEqual({ refused });
      await teacher.close();
    },
  );

  it.each(['', 'null', '1', '{', '\0'])('the text %j is refused', async (text) => {
    expect((await post(text, { at: own, path: DRIVE_PATH })).text).toContain('DRV-0');
  });

  it('is refused when requests arrive too often', async () => {
    const slow = new DriveDesk(new Drive(), 1);
    const alone = createServer((request, response) => void slow.answer(request, response)).listen(
      0,
      '127.0.0.1',
    );
    whenDone(() => alone.close());
    await once(alone, 'listening');
    const at = `127.0.0.1:${(alone.address() as AddressInfo).port}`;
    const said = await Promise.all(Array.from({ length: 30 }, () => post('{}', { at, path: DRIVE_PATH })));
    expect(new Set(said.map(({ status }) => status))).toEqual(new Set([400, 429]));
  });
});
