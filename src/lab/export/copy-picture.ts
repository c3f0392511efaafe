/** Puts a picture on the clipboard, which browsers take as PNG; false when the browser refuses, or it could not be made. */
export async function copyPicture(png: Promise<Blob>): Promise<boolean> {
  try {
    // The promise itself: some browsers allow no waiting between the press and the writing.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    return true;
  } catch {
    return false;
  }
}
