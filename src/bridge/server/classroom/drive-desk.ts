/** Answers students who drive a part of one system, over plain HTTP, with limits on origin, size and rate. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { DRIVE_PATH, type DriveCode, type DriveRequest } from '../../protocol.ts';
import { LIMITS } from '../../workload/limits.ts';
import type { Drive } from './drive.ts';
import { isAtPath, isForeign, isShort, StudentPosts, sendReply } from './student-post.ts';

export const isDrivePath = (request: IncomingMessage): boolean => isAtPath(request, DRIVE_PATH);

const STATUS: Record<DriveCode, number> = {
  'DRV-01': 409,
  'DRV-02': 403,
  'DRV-03': 503,
  'DRV-04': 503,
  'DRV-05': 429,
  'DRV-06': 400,
};

export class DriveDesk {
  readonly #drive: Drive;
  readonly #posts: StudentPosts;

  /** @param perSecond requests per second from one address: a class may share one */
  constructor(drive: Drive, perSecond: number = LIMITS.driveRequestsPerSecond) {
    this.#drive = drive;
    this.#posts = new StudentPosts(perSecond, LIMITS.driveBytes);
  }

  /** Handles a request at the path of drivers. The server has already checked its Host header. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isForeign(request)) return sendReply(response, 403, { refused: 'DRV-06' });
    const posted = await this.#posts.read(request);
    if ('refused' in posted) return refuse(response, posted.refused === 'often' ? 'DRV-05' : 'DRV-06');
    const asked = requestIn(posted.fields);
    if (!asked) return refuse(response, 'DRV-06');
    const reply = this.#drive.take(asked, posted.address);
    if ('refused' in reply) refuse(response, reply.refused);
    else sendReply(response, 200, reply);
  }
}

/** Validates an untrusted request. */
function requestIn({ code, driver, value }: Readonly<Record<string, unknown>>): DriveRequest | undefined {
  if (!isShort(code, 12) || !isShort(driver, 24)) return undefined;
  if (value === undefined) return { code, driver };
  return typeof value === 'number' && Number.isFinite(value) ? { code, driver, value } : undefined;
}

const refuse = (response: ServerResponse, refused: DriveCode): void =>
  sendReply(response, STATUS[refused], { refused });
