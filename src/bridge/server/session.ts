/** One page's connection: reads questions, answers each with a result or a code, and leaves nothing behind. */
import type { WebSocket } from 'ws';
import type { Reply } from '../protocol.ts';
import { LIMITS } from '../workload/limits.ts';
import { failureOf, Refusal } from './failure.ts';
import { Keyspace } from './keyspace.ts';
import { isOperation, Operations } from './operations.ts';
import { Allowance } from './rate.ts';
import { RedisLink } from './redis-link.ts';
import type { RedisTarget } from './redis-target.ts';

/** Answers until the socket closes; resolves once the session's keys are gone from Redis. */
export async function serveSession(socket: WebSocket, target: RedisTarget): Promise<void> {
  const ended = new AbortController();
  const link = new RedisLink(target);
  const keys = new Keyspace();
  const operations = new Operations(target, link, keys, ended.signal);
  const allowance = new Allowance(LIMITS.messagesPerSecond);

  const say = (reply: Reply) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(reply));
  };
  const underway = new Set<Promise<void>>();
  socket.on('message', (data) => {
    const work = answer(String(data), operations, allowance).then(say);
    underway.add(work);
    work.finally(() => underway.delete(work));
  });

  await new Promise<void>((resolve) => {
    socket.on('error', () => socket.terminate());
    socket.on('close', () => resolve());
  });
  ended.abort();
  // A SET that is still on its way would otherwise arrive after the removal.
  await Promise.allSettled(underway);
  await removeKeys(link, keys);
  link.close();
}

async function answer(text: string, operations: Operations, allowance: Allowance): Promise<Reply> {
  let id: number | null = null;
  try {
    if (!allowance.take()) throw new Refusal('BR-10', { limit: LIMITS.messagesPerSecond });
    const question = parse(text);
    id = typeof question.id === 'number' ? question.id : null;
    if (id === null) throw new Refusal('BR-09', { what: 'id' });
    const { op } = question;
    if (!isOperation(op)) throw new Refusal('BR-09', { what: 'op' });
    return { id, answer: await operations[op](question) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // answered below, like JSON that is no object
  }
  throw new Refusal('BR-09', { what: 'json' });
}

/** When Redis is away the keys' time to live removes them instead. */
async function removeKeys(link: RedisLink, keys: Keyspace): Promise<void> {
  try {
    for (const command of keys.removal()) await link.call(command);
  } catch {
    // nothing more can be done from here
  }
}
