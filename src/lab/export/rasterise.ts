/** Text in a PNG file: an `iTXt` chunk before the end (PNG specification, 11.3.3). */

const END_BYTES = 12;

/** CRC-32 of the chunk's type and data. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** @param keyword Latin, at most 79 characters: `Description`, `Source` */
export function withText(png: Uint8Array, keyword: string, text: string): Uint8Array<ArrayBuffer> {
  // Keyword, terminator, uncompressed (two bytes), no language, no translated keyword, text.
  const body = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  const chunk = new Uint8Array(body.length + 8);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, body.length - 4);
  chunk.set(body, 4);
  view.setUint32(body.length + 4, crc32(body));
  const end = png.length - END_BYTES;
  const output = new Uint8Array(png.length + chunk.length);
  output.set(png.subarray(0, end));
  output.set(chunk, end);
  output.set(png.subarray(end), end + chunk.length);
  return output;
}

/** Copies a picture to the clipboard as PNG; false when the browser refuses or the picture fails. */
export async function copyPicture(png: Promise<Blob>): Promise<boolean> {
  try {
    // Passes the promise itself: some browsers allow no wait between the press and the write.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Renders an SVG text as a PNG that contains its source.
 * @param scale pixels of the bitmap per pixel of the drawing
 */
export async function rasterised(text: string, scale: number, origin: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const drawn = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no bitmap'))), 'image/png');
  });
  const png = new Uint8Array(await drawn.arrayBuffer());
  return new Blob([withText(png, 'Description', origin)], { type: 'image/png' });
}
