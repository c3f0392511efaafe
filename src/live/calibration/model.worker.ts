/** The model of a calibration in a worker: a fit takes many hundred short runs. */
import * as Comlink from 'comlink';
import { engineCode } from '../../model/engine/compiled.ts';
import { Engine } from '../../model/engine/engine.ts';
import type { Modeller } from './calibrate.ts';
import { modellerWith } from './modeller.ts';

const modeller = engineCode()
  .then((code) => Engine.load(code))
  .then((engine) => modellerWith(engine));

const service: Modeller = {
  fitCosts: async (...args) => (await modeller).fitCosts(...args),
  foresee: async (...args) => (await modeller).foresee(...args),
};

Comlink.expose(service);
