/** Serves the built page: files of one folder, as they are on disk at the time of the request. */
import { fstatSync, type ReadStream, type Stats } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import send from 'send';
import { type Answer, sendText } from './answering.ts';

/** Number of attempts to open a file that is being replaced. */
const ATTEMPTS = 5;
/** Client errors that are reported; any other file error becomes "not found". */
const OF_CLIENT: Readonly<Record<number, string>> = {
  412: 'precondition failed',
  416: 'range not satisfiable',
};

/** Serves files of a folder on GET and HEAD; malformed ranges are rejected or ignored (RFC 9110, 14.2). */
export function servePage(folder: string): Answer {
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return sendText(response, 405, 'method not allowed');
    }
    return sendFile(folder, request, response, ATTEMPTS);
  };
}

/** Resolves when the response is over; the file is closed by then, also after an aborted download. */
function sendFile(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  attempts: number,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  // A file that changes while it is read gets no headers that allow a browser to cache a mixture.
  const file = send(request, path, { root: folder, cacheControl: false, dotfiles: 'ignore' });
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    let announced: Stats | undefined;
    file.on('file', (_: string, stats: Stats) => {
      announced = stats;
    });
    file.on('headers', () => {
      // Names below assets/ contain a content hash; all other files may change with the next build.
      const lasting = path.startsWith('/assets/');
      response.setHeader('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    });
    file.on('directory', () => sendText(response, 404, 'not found'));
    file.on('error', (error: { status?: number }) => {
      if (response.headersSent) return void response.destroy();
      const { status = 500 } = error;
      if (status >= 500) return reject(error);
      const clientError = OF_CLIENT[status];
      if (status !== 416) response.removeHeader('Content-Range');
      sendText(response, clientError ? status : 404, clientError ?? 'not found');
    });
    file.on('stream', (stream: ReadStream) => {
      stream.once('open', (fd: number) => {
        if (isStill(fd, announced)) return;
        // Replaced between stat and open: the headers belong to another file.
        stream.unpipe(response);
        stream.destroy();
        for (const name of ['Content-Length', 'Content-Range', 'ETag', 'Last-Modified'])
          response.removeHeader(name);
        if (attempts <= 1) return sendText(response, 503, 'the file is being written');
        response.statusCode = 200;
        sendFile(folder, request, response, attempts - 1).catch(reject);
      });
      stream.once('end', () => {
        // Truncated while it was read: the announced rest never comes.
        if (stream.bytesRead < Number(response.getHeader('Content-Length'))) response.destroy();
      });
    });
    file.pipe(response);
  });
}

/** Whether an open file is the one that was examined. */
function isStill(fd: number, examined: Stats | undefined): boolean {
  try {
    const now = fstatSync(fd);
    return (
      examined !== undefined &&
      now.ino === examined.ino &&
      now.size === examined.size &&
      now.mtimeMs === examined.mtimeMs
    );
  } catch {
    return false;
  }
}
