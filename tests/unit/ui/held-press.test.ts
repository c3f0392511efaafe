// @vitest-environment happy-dom
/** A press counts when the page moves the control away under a pointer that is held still. */
import { fireEvent } from '@testing-library/dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepPresses } from '../../../src/ui/held-press.ts';

const pressed: string[] = [];
let end: () => void;

const control = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`nothing is named ${id}`);
  return found;
};

/** Presses one control and releases the pointer over another element. */
function press(down: string, up: string, movedPx = 0): void {
  fireEvent.pointerDown(control(down), { isPrimary: true, clientX: 100, clientY: 100 });
  fireEvent.click(control(up), { detail: 1, clientX: 100, clientY: 100 + movedPx });
}

beforeEach(() => {
  document.body.innerHTML =
    '<main id="main"><button id="first"><b id="word">First</b></button><button id="second">Second</button></main>';
  document.body.onclick = ({ target }) => {
    pressed.push((target as Element).closest('[id]:not(b)')?.id ?? '');
  };
  end = keepPresses();
});

afterEach(() => {
  end();
  pressed.length = 0;
});

it('presses a control once that stays where it is', () => {
  press('word', 'word');
  expect(pressed).toEqual(['first']);
});

it('presses the control that has moved away, and not what is there instead', () => {
  press('word', 'main');
  expect(pressed).toEqual(['first']);
  press('first', 'second');
  expect(pressed).toEqual(['first', 'first']);
});

it('presses nothing when the pointer has left the control on purpose', () => {
  press('first', 'main', 40);
  expect(pressed).toEqual(['main']);
});

it('leaves a click alone that comes from a key or a program', () => {
  fireEvent.pointerDown(control('first'), { isPrimary: true, clientX: 0, clientY: 0 });
  control('second').click();
  expect(pressed).toEqual(['second']);
});

it('presses nothing that is gone', () => {
  const first = control('first');
  fireEvent.pointerDown(first, { isPrimary: true, clientX: 100, clientY: 100 });
  first.remove();
  fireEvent.click(control('main'), { detail: 1, clientX: 100, clientY: 100 });
  expect(pressed).toEqual(['main']);
});
