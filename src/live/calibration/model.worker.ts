/** The model of a calibration in a worker: a fit takes many hundred short runs. */
import * as Comlink from 'comlink';
import { Engine } from '../../model/engine/engine.ts';
import type { Modeller } from './calibrate.ts';
import { modellerWith } from './modeller.ts';

const modeller = Engine.compile(new URL('../../model/engine/engine.wasm', import.meta.url))
  .then((module) => Engine.load(module))
  .then((engine) => modellerWith(engine));

const service: Modeller = {
  fitCosts: async (...args) => (await modeller).fitCosts(...args),
  foresee: async (...args) => (await modeller).foresee(...args),
};

Comlink.expose(service);
