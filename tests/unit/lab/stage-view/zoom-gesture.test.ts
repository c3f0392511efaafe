import { describe, expect, it } from 'vitest';
import { PinchSteps, WheelSteps } from '../../../../src/lab/stage-view/zoom-motion.ts';

describe('a wheel', () => {
  it('takes one step for each movement, however far it goes on by itself', () => {
    const wheel = new WheelSteps();
    const steps = Array.from({ length: 40 }, (_, i) => wheel.turn(-30, i * 16));
    expect(steps.filter((step) => step !== 0)).toEqual([1]);
    expect(wheel.turn(-120, 40 * 16 + 300)).toBe(1);
    expect(wheel.turn(100, 40 * 16 + 700)).toBe(-1);
  });

  it('takes no step for what is hardly a movement', () => {
    const wheel = new WheelSteps();
    expect([0, 1, 2].map((i) => wheel.turn(10, i * 400))).toEqual([0, 0, 0]);
  });
});

describe('two fingers', () => {
  it('step closer when they come apart, farther away when they come together, once', () => {
    const apart = new PinchSteps();
    apart.move(1, 0, 0);
    apart.move(2, 100, 0);
    expect([110, 125, 140, 300].map((x) => apart.move(2, x, 0))).toEqual([0, 0, 1, 0]);
    apart.lift(2);
    expect(apart.move(1, 10, 0)).toBe(0);
    apart.move(3, 210, 0);
    expect(apart.move(3, 150, 0)).toBe(-1);
  });

  it('are two: one finger, or three, are something else', () => {
    const pinch = new PinchSteps();
    expect([0, 200, 400].map((x) => pinch.move(1, x, 0))).toEqual([0, 0, 0]);
    pinch.move(2, 500, 0);
    pinch.move(3, 500, 500);
    expect(pinch.move(2, 900, 0)).toBe(0);
  });
});
