// @vitest-environment happy-dom
/** A dialog that closes gives the focus back to what had it before, whatever opened the dialog, or to what is there instead. */
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { loadCatalogue } from '../../../src/i18n/catalogue.ts';
import { LANGUAGES } from '../../../src/lib/languages.ts';
import { Modal } from '../../../src/ui/Modal.tsx';
import { Texts } from '../../../src/ui/texts.tsx';
import '../../support/patience.ts';

afterEach(cleanup);

/** Two dialogs, one of which leads to the other, and a menu that leads to one. */
function Page() {
  const [open, setOpen] = useState<'first' | 'second'>();
  const [left, setLeft] = useState<'all' | 'bar' | 'nothing'>('all');
  const close = () => setOpen(undefined);
  return (
    <main id="main" tabIndex={-1}>
      {left !== 'nothing' && (
        <section
          aria-label="The bar"
          tabIndex={-1}
          onKeyDown={({ key }) => setOpen(({ '?': 'first', '/': 'second' } as const)[key])}
        >
          {left === 'all' && (
            <button type="button" onClick={() => setOpen('first')}>
              opens it
            </button>
          )}
        </section>
      )}
      <button type="button">elsewhere</button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger>menu</DropdownMenu.Trigger>
        <DropdownMenu.Content>
          <DropdownMenu.Item onSelect={() => setOpen('first')}>item</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
      {open === 'first' && (
        <Modal title="First" intro="" onClose={close}>
          <button type="button" onClick={() => setOpen('second')}>
            to the second
          </button>
          <button type="button" onClick={() => setLeft('bar')}>
            takes the button away
          </button>
          <button type="button" onClick={() => setLeft('nothing')}>
            takes the bar away
          </button>
          <button
            type="button"
            onClick={() => {
              close();
              screen.getByText('elsewhere').focus();
            }}
          >
            leads elsewhere
          </button>
        </Modal>
      )}
      {open === 'second' && (
        <Modal title="Second" intro="" onClose={close}>
          {/* biome-ignore lint/a11y/noAutofocus: as the palette has it */}
          <input aria-label="at once" autoFocus />
        </Modal>
      )}
    </main>
  );
}

async function show(language: (typeof LANGUAGES)[number] = 'en') {
  const catalogue = await loadCatalogue(language);
  render(
    <Texts language={language} catalogue={catalogue}>
      <Page />
    </Texts>,
  );
}

const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

function press(name: string): void {
  const button = screen.getByText(name);
  button.focus();
  fireEvent.click(button);
}

async function leave(): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

for (const language of LANGUAGES)
  it(`goes back to the button that was pressed, in ${language}`, async () => {
    await show(language);
    press('opens it');
    const { messages } = await loadCatalogue(language);
    fireEvent.click(await screen.findByRole('button', { name: messages.app.dialog.close }));
    await waitFor(() => expect(focused()).toBe('opens it'));
    press('opens it');
    await leave();
    await waitFor(() => expect(focused()).toBe('opens it'));
  });

it('goes back to what had it when a key was pressed', async () => {
  await show();
  const bar = screen.getByRole('region', { name: 'The bar' });
  bar.focus();
  fireEvent.keyDown(bar, { key: '?' });
  await screen.findByRole('dialog', { name: 'First' });
  await waitFor(() => expect(document.activeElement).not.toBe(bar));
  await leave();
  await waitFor(() => expect(document.activeElement).toBe(bar));
});

it('goes back through a dialog or a menu to what opened that', async () => {
  await show();
  press('opens it');
  press('to the second');
  await screen.findByRole('dialog', { name: 'Second' });
  // The first has given the focus back by then.
  await new Promise((resolve) => setTimeout(resolve));
  await leave();
  await waitFor(() => expect(focused()).toBe('opens it'));

  screen.getByText('menu').focus();
  fireEvent.keyDown(screen.getByText('menu'), { key: 'Enter' });
  const item = await screen.findByRole('menuitem');
  item.focus();
  fireEvent.click(item);
  await screen.findByRole('dialog', { name: 'First' });
  await new Promise((resolve) => setTimeout(resolve));
  await leave();
  await waitFor(() => expect(focused()).toBe('menu'));
});

it('leaves the focus in a dialog that was opened before the last one had given it back', async () => {
  await show();
  const bar = screen.getByRole('region', { name: 'The bar' });
  bar.focus();
  fireEvent.keyDown(bar, { key: '/' });
  await screen.findByRole('dialog', { name: 'Second' });
  expect(focused()).toBe('at once');
  // Both keys are pressed before Radix returns the focus, which it does in a task of its own.
  fireEvent.keyDown(screen.getByLabelText('at once'), { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(bar, { key: '/' });
  expect(focused()).toBe('at once');
  await new Promise((resolve) => setTimeout(resolve));
  expect(focused()).toBe('at once');
  await leave();
  await waitFor(() => expect(document.activeElement).toBe(bar));
});

it('goes to what the button was in when that is gone, or else to what the page is about', async () => {
  await show();
  press('opens it');
  press('takes the button away');
  await leave();
  await waitFor(() => expect(focused()).toBe('The bar'));
  cleanup();
  await show();
  press('opens it');
  press('takes the bar away');
  await leave();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

it('stays where what was done in it has led', async () => {
  await show();
  press('opens it');
  press('leads elsewhere');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await new Promise((resolve) => setTimeout(resolve));
  expect(focused()).toBe('elsewhere');
});
