/** What is loaded on demand takes its time on a busy machine: Testing Library waits as long as `expect.poll` does. */
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });
