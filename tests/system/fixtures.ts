/** Configurations as people write them, with what they must give. */
import { BASIC_FIXTURES } from './fixtures/basic.ts';
import { CACHING_FIXTURES } from './fixtures/caching.ts';
import { CHAT_FIXTURES } from './fixtures/chats.ts';
import { CODE_FIXTURES } from './fixtures/code.ts';
import { EMBEDDED_FIXTURES } from './fixtures/embedded-texts.ts';
import type { Fixture } from './fixtures/fixture.ts';
import { GO_FIXTURES } from './fixtures/go.ts';
import { KUBERNETES_FIXTURES } from './fixtures/kubernetes.ts';
import { PLACE_FIXTURES } from './fixtures/places.ts';
import { SENTINEL_FIXTURES } from './fixtures/sentinel.ts';
import { SERVER_FIXTURES } from './fixtures/server.ts';
import { SPRING_FIXTURES } from './fixtures/spring.ts';
import { WORD_FIXTURES } from './fixtures/words.ts';

export const FIXTURES: readonly Fixture[] = [
  ...BASIC_FIXTURES,
  ...SPRING_FIXTURES,
  ...GO_FIXTURES,
  ...CODE_FIXTURES,
  ...CACHING_FIXTURES,
  ...CHAT_FIXTURES,
  ...SERVER_FIXTURES,
  ...KUBERNETES_FIXTURES,
  ...PLACE_FIXTURES,
  ...EMBEDDED_FIXTURES,
  ...WORD_FIXTURES,
  ...SENTINEL_FIXTURES,
];
