/** Serves the built page, to this machine only and with the headers that keep it to itself. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import sirv from 'sirv';
import { headerPolicy } from './policy.ts';

export type Listener = (request: IncomingMessage, response: ServerResponse) => void;

export function servePage(folder: string): Listener {
  const files = sirv(folder, {
    // Every request looks at the disk: a new build is served at once, without its old files.
    dev: true,
    etag: true,
    setHeaders: (response, path) => {
      response.setHeader('Content-Security-Policy', headerPolicy);
      response.setHeader('X-Content-Type-Options', 'nosniff');
      response.setHeader('Referrer-Policy', 'no-referrer');
      response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
      // Names below assets/ carry a hash of the content; everything else may change with the next build.
      const lasting = path.startsWith('/assets/');
      response.setHeader('Cache-Control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return plain(response, 405, 'method not allowed');
    files(request, response, () => plain(response, 404, 'not found'));
  };
}

export function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text);
}
