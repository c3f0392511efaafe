/** Whether the deep tier runs, `npm run test:deep`. What belongs there: tests/README.md. */
export const deep = process.env.ROUNDTRIP_TIER === 'deep';
