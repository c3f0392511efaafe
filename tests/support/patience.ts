/** Lazily loaded parts take long on a busy machine: Testing Library waits as long as `expect.poll` does. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
