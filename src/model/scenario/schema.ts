/** The scenario's JSON Schema, generated from `wasm/`: source of the forms and of the engine's validation. */
import schema from '../../../wasm/src/scenario/scenario.schema.json';

export { schema };
