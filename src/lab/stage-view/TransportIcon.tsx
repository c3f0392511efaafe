const shapes = {
  play: 'M4.5 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11H4zM9 2.5h3v11H9z',
  forward: 'M2.5 3v10l7-5zM11 3h2.5v10H11z',
  back: 'M13.5 3v10l-7-5zM2.5 3H5v10H2.5z',
  until: 'M2 3v10l6-5zM10 2h1.5v12H10zM11.5 3H15l-1 2 1 2h-3.5z',
  branch: 'M2 7h5l5-5h-2V.5h4.500V5H13V3L8 8l5 5v-2h1.500v4.500H10V14h2L7 9H2z',
  pace: 'M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1m0 1.600a5.400 5.400 0 1 1 0 10.800A5.400 5.400 0 0 1 8 2.600M7.200 4h1.600v3.700l2.700 1.600-.8 1.400-3.500-2.100z',
  restart: 'M13 3v10L7.5 8zM7.5 3v10L2 8zM1 3h1.5v10H1z',
} as const;

/** A filled sign for a button that has its words as label. */
export function TransportIcon({ name }: { readonly name: keyof typeof shapes }) {
  return (
    <svg width="1.1em" height="1.1em" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
