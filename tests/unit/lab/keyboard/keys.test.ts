// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  carryOut,
  isCharacterKey,
  KEY_COMMANDS,
  keyName,
  listenToKeys,
} from '../../../../src/lab/keyboard/keys.ts';
import { focus } from '../../../../src/lab/marks/focus-state.ts';
import { run } from '../../../../src/lab/run/run-state.ts';
import type { Player } from '../../../../src/model/playback/player.ts';
import { readBookmarks } from '../../../../src/model/scenario/bookmarks.ts';
import { settings } from '../../../../src/ui/settings-state.ts';
import { ui } from '../../../../src/ui/ui-state.ts';

const event = (key: string, rest: Partial<KeyboardEvent> = {}) => ({
  key,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  code: '',
  ...rest,
});

describe('the name of a key', () => {
  it.each([
    [event('r'), 'r'],
    [event('R'), 'r'],
    [event('R', { shiftKey: true }), 'Shift+R'],
    [event('˚', { altKey: true, code: 'KeyK' }), 'Alt+k'],
    [event('k', { altKey: true, code: 'KeyJ' }), ''],
    [event('r', { ctrlKey: true }), ''],
    [event('?', { shiftKey: true }), '?'],
    [event('ArrowLeft'), 'ArrowLeft'],
    [event('ArrowLeft', { shiftKey: true }), 'Shift+ArrowLeft'],
    [event('N', { shiftKey: true }), 'Shift+N'],
  ])('of %j is %s', (pressed, name) => {
    expect(keyName(pressed)).toBe(name);
  });
});

describe('the table of keys', () => {
  it('uses every key once', () => {
    const keys = KEY_COMMANDS.flatMap((command) => command.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a way without single characters to play, step and restart', () => {
    for (const id of ['playPause', 'stepForward', 'stepBack', 'start']) {
      const command = KEY_COMMANDS.find((candidate) => candidate.id === id);
      expect(
        command?.keys.some((key) => !isCharacterKey(key)),
        id,
      ).toBe(true);
    }
  });
});

describe('the keyboard', () => {
  const stop = listenToKeys();
  const press = (key: string, target: Element = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

  afterEach(() => {
    ui.setState({ dialog: undefined });
    settings.setState({ hasLetterKeys: true });
    document.body.replaceChildren();
  });

  it('goes from event to event with the keys of a followed request while none is followed', () => {
    const step = vi.fn();
    run.setState({ player: { step } as unknown as Player });
    for (const key of ['.', ',']) press(key);
    expect(step.mock.calls).toEqual([[1], [-1]]);
    run.setState({ player: undefined });
  });

  it('leaves arrows to what has arrows of its own, and takes letters there', () => {
    const step = vi.fn();
    run.setState({ player: { step } as unknown as Player });
    const slider = document.createElement('div');
    slider.setAttribute('role', 'slider');
    document.body.append(slider);
    for (const key of ['ArrowRight', 'Home', '.']) press(key, slider);
    expect(step.mock.calls).toEqual([[1]]);
    run.setState({ player: undefined });
  });

  it('marks the instant at which that was asked for, while what marks do is being loaded', async () => {
    const player = { timeNs: 3_500_000 };
    run.setState({ player: player as unknown as Player });
    press('m');
    player.timeNs = 9_000_000;
    const isMarked = () => expect(readBookmarks(focus.getState().marks)).toEqual([3_500_000]);
    await vi.waitFor(isMarked, 30_000);
    focus.setState({ marks: undefined, lastMark: undefined });
    run.setState({ player: undefined });
  });

  it.each([
    ['?', 'keys'],
    ['l', 'presets'],
    ['q', 'qr'],
    ['/', 'palette'],
    ['h', 'terms'],
    ['u', 'until'],
  ])('%s opens the dialog %s', (key, dialog) => {
    press(key);
    expect(ui.getState().dialog).toBe(dialog);
  });

  it('carries out the last press for the stage in words when its part has loaded', () => {
    vi.useFakeTimers();
    const [describeStage, showThreads, zoom] = [vi.fn(), vi.fn(), vi.fn()];
    for (const key of ['t', 'n', 'w']) press(key);
    const ends = [
      carryOut('describe', describeStage),
      carryOut('threads', showThreads),
      carryOut('zoomIn', zoom),
    ];
    vi.advanceTimersByTime(1000);
    expect([describeStage, showThreads, zoom].map((act) => act.mock.calls.length)).toEqual([1, 0, 0]);
    expect(ui.getState().pressed).toEqual({ id: 'describe' });
    for (const end of ends) end();
    vi.useRealTimers();
  });

  it.each([
    ['another key came after it', () => void press('?')],
    ['another page was opened after it', () => void dispatchEvent(new Event('hashchange'))],
    ['the part came ten seconds later', () => void vi.advanceTimersByTime(10_000)],
  ])('forgets a press for a part that is loading when %s', (_, pass) => {
    vi.useFakeTimers();
    const act = vi.fn();
    press('n');
    pass();
    const end = carryOut('describe', act);
    vi.advanceTimersByTime(1000);
    expect(act).not.toHaveBeenCalled();
    end();
    vi.useRealTimers();
  });

  it('leaves those alone who type, choose or read a dialog', () => {
    document.body.innerHTML =
      '<input><textarea></textarea><div role="menu"><b></b></div><div role="dialog"><i></i></div>';
    for (const element of document.querySelectorAll('input, textarea, b, i')) press('?', element);
    expect(ui.getState().dialog).toBeUndefined();
  });

  it('keeps single characters off when they are switched off', () => {
    settings.setState({ hasLetterKeys: false });
    press('?');
    expect(ui.getState().dialog).toBeUndefined();
  });

  it('lets a button have its space bar, and a tab its arrows', () => {
    document.body.innerHTML = '<button></button><div role="tablist"><button role="tab"></button></div>';
    const [button, tab] = document.querySelectorAll('button');
    const space = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    const prevent = vi.spyOn(space, 'preventDefault');
    button?.dispatchEvent(space);
    const arrow = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
    const preventArrow = vi.spyOn(arrow, 'preventDefault');
    tab?.dispatchEvent(arrow);
    expect(prevent).not.toHaveBeenCalled();
    expect(preventArrow).not.toHaveBeenCalled();
  });

  it('stops listening when it is told to', () => {
    stop();
    press('?');
    expect(ui.getState().dialog).toBeUndefined();
  });
});
