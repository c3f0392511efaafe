/** Request of a student's page over HTTP; every header can be changed. */
import { request } from 'node:http';

export interface Sending {
  /** `host:port` that is connected to. */
  at: string;
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

/** Status and text of a request with a body of any kind. */
export function post(body: string, { at, path, method = 'POST', headers = {} }: Sending) {
  const [host, port] = at.split(':');
  const own = { origin: `http://${at}`, 'content-type': 'application/json', ...headers };
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ host, port, path, method, headers: own }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** Requests that are no student's, with what makes them so: they are refused at every door. */
export const foreign = (own: string): [string, { headers?: Record<string, string>; method?: string }][] => [
  ['from another site', { headers: { origin: 'https://evil.example' } }],
  ['from an origin that only begins like ours', { headers: { origin: `http://${own}.evil.example` } }],
  ['from another port of this machine', { headers: { origin: 'http://127.0.0.1:1' } }],
  ['from a sandboxed page', { headers: { origin: 'null' } }],
  ['as a form, which any site may send', { headers: { 'content-type': 'text/plain' } }],
  ['as a question', { method: 'GET' }],
  ['as a question whether one may', { method: 'OPTIONS' }],
];
