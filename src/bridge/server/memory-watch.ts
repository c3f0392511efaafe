/**
 * Detects excessive memory use. The client libraries buffer a reply of any size, so an endless reply would
 * fill the memory.
 */
import { getHeapStatistics } from 'node:v8';

/** A reply has at most a megabyte; this leaves room for slow pages and thousands of requests in flight. */
export const MAX_BYTES = 768 * 1024 * 1024;
/** Interval of the checks, ms: short enough that a fast sender cannot fill a small machine. */
const CHECK_MS = 50;

/**
 * Calls `full` while this thread uses more than `most` bytes.
 * @returns a function that ends the watch
 */
export function watchMemory(full: () => void, max: number = MAX_BYTES): () => void {
  const timer = setInterval(() => {
    const { external_memory, used_heap_size } = getHeapStatistics();
    if (external_memory + used_heap_size > max) full();
  }, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
