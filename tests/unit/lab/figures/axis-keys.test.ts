import type { KeyboardEvent } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { type KeyedAxis, pressOnAxis } from '../../../../src/lab/figures/axis-keys.ts';

function press(key: string, axis: Partial<KeyedAxis> = {}, shiftKey = false) {
  const heard = {
    point: vi.fn(),
    selectTo: vi.fn(),
    go: vi.fn(),
    zoomInto: vi.fn(),
    stepOut: vi.fn(() => true),
  };
  const event = { key, shiftKey, preventDefault: vi.fn(), stopPropagation: vi.fn() };
  const whole = { range: [0, 600], at: 100, selected: undefined, ...heard, ...axis } as KeyedAxis;
  pressOnAxis(event as unknown as KeyboardEvent, whole);
  return { ...heard, isTaken: event.preventDefault.mock.calls.length > 0 };
}

describe('keys along an axis', () => {
  it('point: a sixtieth of what is shown, or a step of its own, and never beyond the ends', () => {
    expect(press('ArrowRight').point).toHaveBeenCalledWith(110);
    expect(press('ArrowLeft', { step: 25 }).point).toHaveBeenCalledWith(75);
    expect(press('ArrowLeft', { at: 3 }).point).toHaveBeenCalledWith(0);
    expect(press('End').point).toHaveBeenCalledWith(600);
    // Zero is a place like others.
    expect(press('Home').point).toHaveBeenCalledWith(0);
    expect(press('Home', { range: [50, 600] }).point).toHaveBeenCalledWith(50);
  });

  it('select with Shift, and zoom into what is selected or around where one is', () => {
    expect(press('ArrowRight', {}, true).selectTo).toHaveBeenCalledWith(100, 110);
    expect(press('+', { selected: [30, 90] }).zoomInto).toHaveBeenCalledWith([30, 90]);
    expect(press('+').zoomInto).toHaveBeenCalledWith([25, 175]);
    expect(press('+', { at: 0 }).zoomInto).toHaveBeenCalledWith([0, 150]);
  });

  it('go there where that is possible, and step out while there is something to step out of', () => {
    expect(press('Enter').go).toHaveBeenCalledWith(100);
    expect(press('Escape').isTaken).toBe(true);
    expect(press('Escape', { stepOut: () => false }).isTaken).toBe(false);
    expect(press('n').isTaken).toBe(false);
  });
});
