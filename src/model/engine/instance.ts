/**
 * One wasm instance: the raw C ABI of `wasm/src/ffi.rs`, with text in and out. Its linear memory never leaves
 * this file, because growth detaches every view of it.
 */

/** Must equal the engine's `abi_version()`; raised with every change of exports or trace columns. */
const ABI_VERSION = 7;

interface Exports extends WebAssembly.Exports {
  readonly memory: WebAssembly.Memory;
  abi_version(): number;
  input(length: number): number;
  normalize(): number;
  make_room(): number;
  open(process: number): number;
  change(): number;
  set_trace(enabled: number): void;
  advance(untilNs: number, maxEvents: number): number;
  now(): number;
  events(): number;
  chunk_close(): number;
  chunk_from(): number;
  column_ptr(column: number): number;
  chunk_clear(): void;
  summary(): void;
  output_ptr(): number;
  output_len(): number;
  panic_ptr(): number;
  panic_len(): number;
}

/** The engine panicked; the message is Rust's. The instance must not be used again. */
export class EnginePanic extends Error {
  override name = 'EnginePanic';
}

/** The wasm file does not match this page (usually an old copy). */
export class EngineMismatch extends Error {
  override name = 'EngineMismatch';
}

/** Bytes per value of the trace columns, in the order of `column_ptr` and of `Chunk.buffer`. */
const COLUMN_BYTES = [8, 8, 4, 4, 2, 1] as const;

/** Linear memory grows by pages. */
const PAGE_BYTES = 65_536;

/** A new instance of the engine, without a run. */
export class Instance {
  readonly #exports: Exports;
  #isBroken = false;

  /** @param module the compiled engine; it may have no imports */
  constructor(module: WebAssembly.Module) {
    this.#exports = new WebAssembly.Instance(module).exports as Exports;
    const version = this.#exports.abi_version();
    if (version !== ABI_VERSION)
      throw new EngineMismatch(`the engine speaks ABI ${version}, this page ${ABI_VERSION}: reload the page`);
  }

  /** Calls into wasm; a trap becomes an {@link EnginePanic} with Rust's message. */
  call<T>(f: (exports: Exports) => T): T {
    try {
      return f(this.#exports);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#isBroken = true;
      const text = this.#text(this.#exports.panic_ptr(), this.#exports.panic_len());
      throw new EnginePanic(text || error.message, { cause: error });
    }
  }

  /** Writes text into the input buffer, calls `f`, and reads the output buffer as JSON. */
  exchange<T, A>(text: string, f: (exports: Exports) => A): { answer: A; output: T } {
    return this.call((exports) => {
      this.#input(text);
      const answer = f(exports);
      return { answer, output: this.#output<T>() };
    });
  }

  /** Calls `f` and reads the output buffer as JSON. */
  report<T>(f: (exports: Exports) => void): T {
    return this.call((exports) => {
      f(exports);
      return this.#output<T>();
    });
  }

  /**
   * The state of the run: a copy of linear memory. Between calls wasm's stack is empty and there are no
   * imports, so the copy is complete.
   */
  image(): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer).slice();
  }

  /** Whether it can restore an image: memory never shrinks, and after a trap the stack is corrupt. */
  canBecome(image: Uint8Array): boolean {
    return !this.#isBroken && this.#exports.memory.buffer.byteLength <= image.length;
  }

  /** Restores an {@link image} of an instance of the same module. */
  restore(image: Uint8Array): void {
    const { memory } = this.#exports;
    const missing = image.length - memory.buffer.byteLength;
    if (missing > 0) memory.grow(missing / PAGE_BYTES);
    new Uint8Array(memory.buffer).set(image);
  }

  /** Closes the trace chunk and copies it: all columns in one buffer. */
  takeChunk(): { fromNs: number; count: number; buffer: ArrayBuffer } {
    return this.call((exports) => {
      const count = exports.chunk_close();
      const fromNs = exports.chunk_from();
      const size = COLUMN_BYTES.reduce((sum, bytes) => sum + bytes * count, 0);
      const buffer = new Uint8Array(size);
      let at = 0;
      COLUMN_BYTES.forEach((bytes, column) => {
        const source = exports.column_ptr(column) >>> 0;
        buffer.set(new Uint8Array(exports.memory.buffer, source, bytes * count), at);
        at += bytes * count;
      });
      exports.chunk_clear();
      return { fromNs, count, buffer: buffer.buffer };
    });
  }

  #input(text: string): void {
    const bytes = new TextEncoder().encode(text);
    const at = this.#exports.input(bytes.length) >>> 0;
    new Uint8Array(this.#exports.memory.buffer, at, bytes.length).set(bytes);
  }

  #output<T>(): T {
    return JSON.parse(this.#text(this.#exports.output_ptr(), this.#exports.output_len())) as T;
  }

  #text(pointer: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#exports.memory.buffer, pointer >>> 0, length));
  }
}
