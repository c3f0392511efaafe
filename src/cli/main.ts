/** The command line of the engine: `npm run --silent sim -- …`. */
import { HELP, readArguments } from './arguments.ts';
import { check } from './check.ts';
import { showClaims } from './claims.ts';
import { showDiagnosis } from './diagnose.ts';
import { fitCosts } from './fit.ts';
import { importFiles } from './import.ts';
import { allowClosedPipe, EXIT, print, printMessage } from './input.ts';
import { mergeParts } from './merge.ts';
import { packLessons } from './pack.ts';
import { recordPictures } from './pictures.ts';
import { predictMeasured } from './predict.ts';
import { showPresets } from './presets.ts';
import { predictPublished } from './published.ts';
import { readFiles } from './read.ts';
import { recordAnswers } from './record.ts';
import { run } from './run.ts';
import { solve } from './solve.ts';
import { sweep } from './sweep.ts';
import { serveThread } from './threads.ts';

// Sweep threads run this same program.
serveThread();

/**
 * Returns the exit code: 0 = success, 1 = the run failed, 2 = invalid input. `wasm` is the engine's file,
 * `root` the repository.
 */
export async function main(args: readonly string[], wasm: string, root: string): Promise<number> {
  allowClosedPipe();
  const request = readArguments(args);
  if (typeof request === 'string') {
    printMessage(request);
    return EXIT.badInput;
  }
  switch (request.command) {
    case 'help':
      print(HELP);
      return EXIT.done;
    case 'presets':
      return showPresets(request.id, request.lang);
    case 'fit':
      return fitCosts(request, wasm, root);
    case 'predict':
      return predictMeasured(request, wasm);
    case 'published':
      return predictPublished(request, wasm);
    case 'claims':
      return showClaims(request, wasm, root);
    case 'pack':
      return packLessons(request, root);
    case 'pictures':
      return recordPictures(wasm, root);
    case 'record':
      return recordAnswers(wasm, root);
    case 'run':
      return run(request, wasm);
    case 'twin':
      // Loaded on demand: sweep threads need no bridge.
      return (await import('./twin.ts')).showTwin(request, wasm, root);
    case 'campaign':
      return (await import('./campaign.ts')).runCampaign(request, wasm, root);
    case 'sweep':
      return sweep(request, wasm);
    case 'read':
      return readFiles(request, wasm);
    case 'diagnose':
      return showDiagnosis(request, wasm);
    case 'solve':
      return solve(request, wasm);
    case 'check':
      return check(request, wasm);
    case 'import':
      return importFiles(request);
    case 'merge':
      return mergeParts(request);
  }
}
