/** Saves a file through the browser's download. Nothing leaves the machine. */
export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a text as a file. */
export const saveText = (name: string, text: string, type: string): void =>
  saveBlob(name, new Blob([text], { type }));
