/**
 * Line icons, 16 by 16, in the colour of the text. They repeat a label, so they are hidden from screen
 * readers.
 */
const paths = {
  swap: 'M5 3v10M5 13l-2.5-2.5M5 13l2.5-2.5M11 13V3M11 3 8.5 5.5M11 3l2.5 2.5',
  compare: 'M2 3h5v10H2zM9 3h5v10H9z',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 0 1 4.3 4.3L11 9M9 11.5l-1.2 1.2a3 3 0 0 1-4.3-4.3L5 7',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.7 6.5h.01M9.3 6.5h.01M12 6.5h.01M4.5 9.5h7',
  display:
    'M8 2.5v1.2M8 12.3v1.2M2.5 8h1.2M12.3 8h1.2M4.1 4.1l.9.9M11 11l.9.9M4.1 11.9l.9-.9M11 5l.9-.9M8 5.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
  language:
    'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM2 8h12M8 2c2 1.7 2.6 3.8 2.6 6S10 12.3 8 14c-2-1.7-2.6-3.8-2.6-6S6 3.7 8 2z',
  file: 'M4 1.5h5l3 3v10H4zM9 1.5v3h3',
  save: 'M8 2v8M8 10 5 7M8 10l3-3M3 13.5h10',
  close: 'M4 4l8 8M12 4l-8 8',
  reset: 'M3 8a5 5 0 1 1 1.5 3.5M3 12V9.2h2.8',
  split: 'M2 8h3.5M5.5 8c2 0 2-4 4-4H13M5.5 8c2 0 2 4 4 4H13M11 2l2 2-2 2M11 10l2 2-2 2',
  join: 'M2 8h12M11.5 5.5 14 8l-2.5 2.5',
  dice: 'M3 3h10v10H3zM5.7 5.7h.01M10.3 10.3h.01M8 8h.01M10.3 5.7h.01M5.7 10.3h.01',
  chevron: 'M4 6l4 4 4-4',
  info: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 7.4v3.4M8 5.1h.01',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5 14 14',
  check: 'M3.5 8.5l3 3 6-7',
  redis:
    'M2.5 5c0-1.1 2.5-2 5.5-2s5.5.900 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2zM2.5 5v6c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V5M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2',
} as const;

export function Icon({ name }: { readonly name: keyof typeof paths }) {
  return (
    <svg
      width="1.05em"
      height="1.05em"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={paths[name]} />
    </svg>
  );
}
