/**
 * The page's client of the bridge. A `Bridge` is one connection: opened on request, used until it is closed
 * or lost, and never reopened without the user.
 */
import {
  type Answer,
  type Ask,
  BRIDGE_PATH,
  type BridgeFailure,
  type DriveNotice,
  type Message,
  type Notice,
  type Operation,
  SUBPROTOCOL,
  TOKEN_PREFIX,
  type VoteNotice,
} from './protocol.ts';

export class BridgeError extends Error {
  readonly failure: BridgeFailure;
  constructor(failure: BridgeFailure) {
    super(failure.code);
    this.name = 'BridgeError';
    this.failure = failure;
  }
}

export interface Bridge {
  ask<O extends Operation>(op: O, fields: Ask<O>): Promise<Answer<O>>;
  /** Registers a listener for the bridge's notices about a workload. */
  onNotice(listener: (notice: Notice) => void): void;
  /** Registers a listener for notices about a class vote. */
  onVote(listener: (notice: VoteNotice) => void): void;
  /** Registers a listener for notices about a system that students drive. */
  onDrive(listener: (notice: DriveNotice) => void): void;
  /** Registers a listener for the output of a driver's build, line by line. */
  onBuildLine(listener: (line: string) => void): void;
  /** Registers a listener for the end of the connection, whichever side closed it. */
  onClose(listener: () => void): void;
  close(): void;
}

const lost = () => new BridgeError({ code: 'BR-02', detail: {} });

const browserSocket = (url: string, protocols: string[]): WebSocket => new WebSocket(url, protocols);

/**
 * Opens the bridge that served this page, or the one at `address` (`127.0.0.1:4173`).
 * @param dial opens the socket outside browsers
 */
export function openBridge(
  token: string,
  address: string = location.host,
  dial = browserSocket,
): Promise<Bridge> {
  return new Promise((resolve, reject) => {
    const socket = dial(`ws://${address}${BRIDGE_PATH}`, [SUBPROTOCOL, TOKEN_PREFIX + token]);
    socket.onopen = () => resolve(bridgeOver(socket));
    socket.onerror = () => {
      whyRefused(token, address).then((failure) => reject(new BridgeError(failure)));
    };
  });
}

/** Browsers hide why a WebSocket failed; a plain request with the same token returns the bridge's reason. */
async function whyRefused(token: string, address: string): Promise<BridgeFailure> {
  const unreachable: BridgeFailure = { code: 'BR-01', detail: { address } };
  try {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`http://${address}${BRIDGE_PATH}`, { headers, cache: 'no-store' });
    const failure: unknown = await response.json();
    return isFailure(failure) ? failure : unreachable;
  } catch {
    return unreachable;
  }
}

const isFailure = (value: unknown): value is BridgeFailure =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value;

function bridgeOver(socket: WebSocket): Bridge {
  type Waiting = { resolve: (answer: never) => void; reject: (error: BridgeError) => void };
  const waiting = new Map<number, Waiting>();
  const listeners = new Set<() => void>();
  const hearers = new Set<(notice: Notice) => void>();
  const tellers = new Set<(notice: VoteNotice) => void>();
  const drivers = new Set<(notice: DriveNotice) => void>();
  const builders = new Set<(line: string) => void>();
  let nextId = 1;

  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Message;
    if ('event' in reply) {
      if (reply.event === 'vote' || reply.event === 'voteEnded')
        for (const listener of tellers) listener(reply);
      else if (reply.event === 'drive' || reply.event === 'driverGone' || reply.event === 'driveEnded')
        for (const listener of drivers) listener(reply);
      else if (reply.event === 'build') for (const listener of builders) listener(reply.line);
      else for (const listener of hearers) listener(reply);
      return;
    }
    if (reply.id === null) return;
    const question = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('failure' in reply) question?.reject(new BridgeError(reply.failure));
    else question?.resolve(reply.answer as never);
  };
  socket.onerror = null;
  socket.onclose = () => {
    for (const question of waiting.values()) question.reject(lost());
    waiting.clear();
    for (const listener of listeners) listener();
  };

  return {
    ask: (op, fields) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return reject(lost());
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, op, ...fields }));
      }),
    onNotice: (listener) => hearers.add(listener),
    onVote: (listener) => tellers.add(listener),
    onDrive: (listener) => drivers.add(listener),
    onBuildLine: (listener) => builders.add(listener),
    onClose: (listener) => listeners.add(listener),
    close: () => socket.close(),
  };
}
