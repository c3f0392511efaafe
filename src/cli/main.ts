/** The command line of the engine: `npm run --silent sim -- …`. */
import { HELP, readArguments } from './arguments.ts';
import { allowClosedPipe, EXIT, print, printMessage } from './input.ts';

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
  // Each command is loaded on demand: all of them take longer to load than most take to run.
  switch (request.command) {
    case 'help':
      print(HELP);
      return EXIT.done;
    case 'presets':
      return (await import('./presets.ts')).showPresets(request.id, request.lang);
    case 'fit':
      return (await import('./fit.ts')).fitCosts(request, wasm, root);
    case 'predict':
      return (await import('./predict.ts')).predictMeasured(request, wasm);
    case 'published':
      return (await import('./published.ts')).predictPublished(request, wasm);
    case 'claims':
      return (await import('./claims.ts')).showClaims(request, wasm, root);
    case 'pack':
      return (await import('./pack.ts')).packLessons(request, root);
    case 'pictures':
      return (await import('./pictures.ts')).recordPictures(wasm, root);
    case 'record':
      return (await import('./record.ts')).recordAnswers(wasm, root);
    case 'run':
      return (await import('./run.ts')).run(request, wasm);
    case 'samples':
      return (await import('./samples.ts')).recordSamples(request, wasm, root);
    case 'twin':
      return (await import('./twin.ts')).showTwin(request, wasm, root);
    case 'campaign':
      return (await import('./campaign.ts')).runCampaign(request, wasm, root);
    case 'sweep':
      return (await import('./sweep.ts')).sweep(request, wasm);
    case 'read':
      return (await import('./read.ts')).readFiles(request, wasm);
    case 'diagnose':
      return (await import('./diagnose.ts')).showDiagnosis(request, wasm);
    case 'solve':
      return (await import('./solve.ts')).solve(request, wasm);
    case 'verify':
      return (await import('./verify.ts')).verify(request, wasm, root);
    case 'check':
      return (await import('./check.ts')).check(request, wasm);
    case 'import':
      return (await import('./import.ts')).importFiles(request);
    case 'merge':
      return (await import('./merge.ts')).mergeParts(request);
  }
}
