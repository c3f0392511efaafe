import { withText } from './png-text.ts';

/**
 * Draws an SVG text as a PNG that says inside where it comes from.
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
