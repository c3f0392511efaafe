// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { follow } from '../../../src/lab/follow/follow-state.ts';
import { listenToKeys } from '../../../src/lab/keyboard/keys.ts';
import { run } from '../../../src/lab/run/run-state.ts';
import { Legend } from '../../../src/lab/stage-view/Legend.tsx';
import { Stage } from '../../../src/lab/stage-view/Stage.tsx';
import { StageText } from '../../../src/lab/stage-view/StageText.tsx';
import { Transport } from '../../../src/lab/stage-view/Transport.tsx';
import { createPlayer, type Player } from '../../../src/model/playback/player.ts';
import { settings } from '../../../src/ui/settings-state.ts';
import { Texts } from '../../../src/ui/texts.tsx';
import { layoutOf, request, ScriptedSource, thread } from '../../support/chunks.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import '../../support/patience.ts';
import type { SideInfo } from '../../../src/lab/stage-view/stage-side.ts';
import { useStagePointer } from '../../../src/lab/stage-view/use-stage-pointer.ts';

const END = 1_000_000;
const spans = [
  thread(0, 'kernel', 0, 300_000, { request: 0 }),
  thread(0, 'waitReply', 300_000, END, { request: 0 }),
  thread(1, 'waitConnection', 0, END),
  thread(2, 'idle', 0, END),
  request(0, 0, 'clientWrite', 0, 300_000, 0),
  request(0, 0, 'wireOut', 300_000, END, 0),
  request(1, 1, 'waitConnection', 0, END),
];

listenToKeys();

afterEach(() => {
  cleanup();
  settings.setState({ hasLetterKeys: true });
  follow.setState(follow.getInitialState());
  run.setState(run.getInitialState());
  vi.useRealTimers();
});

async function setUp(ofB = spans): Promise<{ player: Player; clock: FakeClock; flush: () => Promise<void> }> {
  const clock = new FakeClock();
  const sources = [new ScriptedSource(spans, END), new ScriptedSource(ofB, END)];
  const [a, b] = sources as [ScriptedSource, ScriptedSource];
  const layout = layoutOf({ endNs: END });
  const player = createPlayer(
    [
      { id: 'a', layout, source: a },
      { id: 'b', layout, source: b },
    ],
    { clock, speed: 100_000 },
  );
  const flush = () =>
    act(async () => {
      for (const source of sources) await source.flush();
    });
  await flush();
  return { player, clock, flush };
}

const sidesOf = (player: Player): SideInfo[] =>
  player.tracks.map(({ id, layout }) => ({ id, title: `client ${id}`, subtitle: 'as it is', layout }));

const loaded = { en: await loadCatalogue('en'), 'zh-CN': await loadCatalogue('zh-CN') };
const show = (children: ReactNode, language: 'en' | 'zh-CN' = 'en') =>
  render(
    <Texts language={language} catalogue={loaded[language]}>
      {children}
    </Texts>,
  );

function Words({ player }: { player: Player }) {
  const pointer = useStagePointer();
  const sides = sidesOf(player);
  return (
    <>
      <Stage player={player} sides={sides} theme="light" reducedMotion={false} pointer={pointer} />
      <StageText player={player} sides={sides} pointer={pointer} />
    </>
  );
}

/** The live region of the words, which load by themselves. */
const liveRegion = (container: HTMLElement): Promise<Element> =>
  waitFor(() => {
    const live = container.querySelector('[aria-live=polite]');
    if (!live) throw new Error('no live region yet');
    return live;
  });

const button = (name: string) => screen.getByRole('button', { name });

test('the transport plays, steps, restarts and says what it does', async () => {
  const { player, flush } = await setUp();
  show(<Transport player={player} />);
  fireEvent.click(button('Play'));
  expect(player.playhead.playing).toBe(true);
  fireEvent.click(button('Pause'));
  expect(player.playhead.playing).toBe(false);
  fireEvent.click(button('Next event'));
  await flush();
  expect(player.timeNs).toBe(300_000);
  fireEvent.click(button('Previous event'));
  expect(player.timeNs).toBe(0);
  act(() => player.seek(150_000));
  fireEvent.click(button('Back to the start'));
  expect(player.timeNs).toBe(0);
});

test('speed has named detents and a slider between them', async () => {
  const { player } = await setUp();
  show(<Transport player={player} />);
  expect(button('100 µs/s').getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(button('10 µs/s'));
  expect(player.playhead.speed).toBe(10_000);
  const slider = screen.getByRole('slider', { name: /model time per second/ });
  expect(slider.getAttribute('aria-valuetext')).toBe('10\u00a0µs per second');
  fireEvent.change(slider, { target: { value: String(Math.log10(2_000_000)) } });
  expect(player.playhead.speed).toBe(2_000_000);
  fireEvent.click(button('Steps'));
  // The play button makes single steps now; no other button has its name.
  expect(screen.getAllByRole('button', { name: 'Play one event' })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: 'Next event' })).toHaveLength(1);
});

test('the position is a slider over the whole run, with its time as value', async () => {
  const { player, flush } = await setUp();
  show(<Transport player={player} />);
  const bar = screen.getByRole('slider', { name: 'Position in the run' });
  fireEvent.change(bar, { target: { value: '500' } });
  await flush();
  expect(player.timeNs).toBe(END / 2);
  expect(bar.getAttribute('aria-valuetext')).toBe('500\u00a0µs of 1.000\u00a0ms');
});

test('the scale is always stated, in both languages', async () => {
  const { player } = await setUp();
  show(<Words player={player} />);
  expect(screen.getByText('1 s on screen = 100 µs in the model (10,000× slower)')).toBeDefined();
  cleanup();
  show(<Words player={player} />, 'zh-CN');
  expect(screen.getByText('屏幕上 1 秒 = 模型中 100 µs（放慢到 1/10,000）')).toBeDefined();
});

test('N says what happens now; letters can be switched off', async () => {
  const { player } = await setUp();
  const { container } = show(<Words player={player} />);
  const live = await liveRegion(container);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(live.textContent).toContain('1 request waiting for a connection');
  expect(live.textContent).toMatch(/^Paused at .* A: .*Redis waiting for requests\. B: /);
  cleanup();
  settings.setState({ hasLetterKeys: false });
  const silent = show(<Words player={player} />).container;
  const silentRegion = await liveRegion(silent);
  fireEvent.keyDown(document.body, { key: 'n' });
  expect(silentRegion.textContent).toBe('');
});

test('Shift+N says what has changed since another moment was described, count by count', async () => {
  const { player } = await setUp();
  const { container } = show(<Words player={player} />);
  const live = await liveRegion(container);
  const press = () => fireEvent.keyDown(document.body, { key: 'N', shiftKey: true });
  press();
  expect(live.textContent).toMatch(/^Paused at /);
  vi.useFakeTimers();
  for (let step = 0; step < 40; step++) act(() => player.step(1));
  // The steps describe themselves when they have settled; that moment is not the one to compare it with.
  act(() => void vi.advanceTimersByTime(1000));
  expect(live.textContent).toMatch(/^Paused at /);
  press();
  const changes = live.textContent ?? '';
  expect(changes).toMatch(/^From 0\sns to .* (from \d+ to \d+[,.]? ?)+/);
  press();
  expect(live.textContent?.trim()).toBe(changes);
  act(() => player.step(-1));
  press();
  expect(live.textContent).not.toMatch(/^From 0\sns/);
});

test('pauses and steps are said once they have settled, playing is not', async () => {
  const { player, clock } = await setUp();
  const { container } = show(<Words player={player} />);
  const live = await liveRegion(container);
  vi.useFakeTimers();
  act(() => {
    player.play();
    clock.run(1000, 100);
    vi.advanceTimersByTime(1000);
  });
  expect(live.textContent).toBe('');
  act(() => {
    player.pause();
    player.step(1);
    player.step(-1);
    vi.advanceTimersByTime(100);
  });
  expect(live.textContent).toBe('');
  act(() => vi.advanceTimersByTime(1000));
  expect(live.textContent).toMatch(/^Paused at /);
});

test('T lists every thread; a row follows its request on both sides until Escape', async () => {
  const { player } = await setUp();
  show(<Words player={player} />);
  fireEvent.keyDown(document.body, { key: 't' });
  const list = await screen.findByRole('region', { name: 'All threads' });
  await waitFor(() => expect(document.activeElement).toBe(list));
  const [a] = within(list).getAllByRole('table') as [HTMLElement];
  expect(within(a).getAllByRole('row')).toHaveLength(1 + 3);
  expect(within(a).getByRole('rowheader', { name: 'Caller 2' })).toBeDefined();
  const row = within(a).getByRole('button', { name: '#1: waiting for a connection' });
  fireEvent.click(row);
  expect(await screen.findByText('Following #1 on both sides. Esc stops following.')).toBeDefined();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.queryByText(/Following/)).toBeNull();
});

test.each([
  ['en', 'Following #1. Esc stops following.'],
  ['zh-CN', '正在跟踪 #1，按 Esc 取消。'],
] as const)(
  'a request that is followed on one side alone is not said to be on both: %s',
  async (language, text) => {
    const { player } = await setUp();
    const pointer = { pinned: 1, pin: () => undefined };
    const sides = sidesOf(player).slice(0, 1);
    show(
      <Stage player={player} sides={sides} theme="light" reducedMotion={false} pointer={pointer} />,
      language,
    );
    expect(await screen.findByText(text)).toBeDefined();
  },
);

test('a request that only one run has is not said to be followed on both, though both are shown', async () => {
  const { player } = await setUp(spans.filter((span) => span.request !== 1));
  const stage = (pinned: number) => (
    <Stage
      player={player}
      sides={sidesOf(player)}
      theme="light"
      reducedMotion={false}
      pointer={{ pinned, pin: () => undefined }}
    />
  );
  show(stage(1));
  expect(await screen.findByText('Following #1. Esc stops following.')).toBeDefined();
  cleanup();
  // One that both have: so it is the number that decides.
  show(stage(0));
  expect(await screen.findByText('Following #0 on both sides. Esc stops following.')).toBeDefined();
  cleanup();
  // And one that has not been recorded, of which nothing is known.
  show(stage(77));
  expect(await screen.findByText('Following #77. Esc stops following.')).toBeDefined();
});

test('a number is not said to be followed before it is found, nor when the run has no such request', async () => {
  const { player, flush } = await setUp();
  player.seek(END);
  await flush();
  run.setState({ player });
  follow.setState({ followed: { side: 'b', request: 77 } });
  const pin = vi.fn();
  const sides = sidesOf(player);
  show(
    <Stage player={player} sides={sides} theme="light" reducedMotion={false} pointer={{ pinned: 77, pin }} />,
  );
  expect(await screen.findByText('Searching for request #77 on side B…')).toBeDefined();
  act(() => follow.setState({ followedTrail: null }));
  expect(
    await screen.findByText(/^Side B has no request #77: .* number 39 of caller 2\. .* number 1: #1\.$/),
  ).toBeDefined();
  expect(screen.queryByText(/^Following/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Stop following' }));
  expect(pin).toHaveBeenCalledWith(undefined);
});

test.each([
  ['en', '#1 starts at 300 µs on B.', '#1 completed at 600 µs on B.', 'Go to its start'],
  ['zh-CN', 'B 侧的 #1 在 300 µs 开始。', 'B 侧的 #1 已于 600 µs 完成。', '跳到它的起点'],
] as const)(
  'of a followed request nothing is seen before it begins and once it is answered: that is said, with the way there: %s',
  async (language, ahead, over, way) => {
    const { player, flush } = await setUp();
    const journey = { id: 1, caller: 1, connection: 0, legs: [], beginNs: 300_000, endNs: 600_000 };
    const follows = (isWhole: boolean) =>
      follow.setState({ followedTrail: { recorded: {} as never, journey: { ...journey, isWhole } } });
    const goTo = async (timeNs: number) => {
      act(() => player.seek(timeNs));
      for (let i = 0; i < 9 && player.playhead.seekingNs !== null; i++) await flush();
    };
    follow.setState({ followed: { side: 'b', request: 1 } });
    await goTo(0);
    const pointer = { pinned: 1, pin: () => undefined };
    show(
      <Stage player={player} sides={sidesOf(player)} theme="light" reducedMotion={false} pointer={pointer} />,
      language,
    );
    // What is followed is looked up anew when the line comes.
    await screen.findByText(/Esc/);
    act(() => follows(true));
    expect(screen.getByText(ahead)).toBeDefined();
    await goTo(400_000);
    expect(screen.queryByRole('button', { name: way })).toBeNull();
    await goTo(600_000);
    expect(screen.getByText(over)).toBeDefined();
    expect(button(way)).toBeDefined();
    act(() => follows(false));
    expect(screen.queryByText(over)).toBeNull();
  },
);

test('the table of places counts what the canvas shows', async () => {
  const { player } = await setUp();
  show(<Words player={player} />);
  fireEvent.click(screen.getByText('The stage in words'));
  const row = await screen.findByRole('row', { name: /^waiting for a connection/, hidden: true });
  expect(row.textContent).toBe('waiting for a connection11');
});

test('the legend names every state with its letter', () => {
  show(<Legend sides={['a', 'b']} theme="dark" runs={[layoutOf({})]} />);
  const entries = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(entries).toContain('Kin the kernel');
  expect(entries).toContain('Qwaiting for a core');
  expect(entries).toContain('Iidle or asleep');
  expect(entries).toContain('a request, in its side’s colour');
  expect(entries).toHaveLength(10);
});

test('of one side, and where colours are the reader’s own, the legend shows one dot', () => {
  const dots = () => screen.getByText('a request').querySelectorAll('circle');
  const { unmount } = show(<Legend sides={['b']} theme="dark" runs={[layoutOf({})]} />);
  expect(dots()).toHaveLength(1);
  unmount();
  show(<Legend sides={['a', 'b']} theme="forced" runs={[layoutOf({})]} />);
  expect(dots()).toHaveLength(1);
});

test.each([
  ['en', 'Qready, core or loop busy'],
  ['zh-CN', 'Q就绪，等 CPU 或事件循环'],
] as const)(
  'in %s, the legend says of a Node process that its callers wait for their loop',
  (language, said) => {
    show(
      <Legend sides={['a', 'b']} theme="light" runs={[layoutOf({}), layoutOf({ runtime: 'eventLoop' })]} />,
      language,
    );
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(said);
  },
);
